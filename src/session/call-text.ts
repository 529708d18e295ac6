import type { AgentEvent } from '../protocol/agent-event.ts';

/**
 * The whole call as one text: who asks, where, which tool, and everything it is given. Equal texts are the same call to a person who permits it. The
 * comment an agent writes beside a command is left out: nothing that runs depends on it, and it is worded anew with each try.
 */
export function callText({ session, cwd, tool, input, actions }: AgentEvent): string {
  const isCommand = actions.length > 0 && actions.every(({ kind }) => kind === 'exec');
  const given = Object.entries(input ?? {}).filter(([name]) => !(isCommand && name === 'description'));
  given.sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([session.id, cwd, tool?.native ?? '', Object.fromEntries(given)]);
}
