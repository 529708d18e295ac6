import { agentAmongAncestors } from './ancestry.ts';
import type { Command, CommandInput, Option } from '../command.ts';
import { printError, printJson } from '../output.ts';

/**
 * The one place where an agent is kept from using hookctl against the user: what changes the guard is refused to anything an agent has started, whatever
 * the command. The self-protection pack refuses the command line itself; this holds without it. Returns the exit code, or null for a call that may go on.
 */
export function refusedToAgent(
  { name, changes }: Command,
  input: CommandInput<Record<string, Option>>,
  args: readonly string[],
): number | null {
  const changed = changes === 'nothing' ? null : changes(input);
  if (changed === null) return null;
  const agent = agentAmongAncestors(process.env);
  if (agent === null) return null;
  const run = ['hookctl', name, ...args].map(quoted).join(' ');
  if ((input.values as Record<string, unknown>)['json'] === true)
    printJson({ refused: { agent, changes: changed, run } });
  printError(
    `hookctl ${name}: refused: this was started by an agent (${agent}), and it changes ${changed}. ` +
      `If the user wants this, they can run it in a separate terminal: ${run}\n`,
  );
  return 1;
}

/** As a shell reads it. */
function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
