import { quoted } from '../adapters/call-shape/quote.ts';
import type { Dispatcher } from './dispatcher/dispatchers.ts';

/** The entry that shows hookctl in the agent's status line, for a person to copy. */
export function statusLineSettings({ launch }: Pick<Dispatcher, 'launch'>): string {
  const command = [launch.command, ...launch.args, '--statusline'].map(quoted).join(' ');
  return `"statusLine": ${JSON.stringify({ type: 'command', command }, null, 2)}\n`;
}
