import type { Registrar } from '../../adapters/register/registrar.ts';
import { isOwnCommand } from '../../adapters/register/registrar.ts';
import { DEADLINE_SECONDS } from '../../adapters/register/closed-command.ts';
import type { Notes } from '../check.ts';
import { type FoundHook, jsonIn, tablesIn } from './registered-hooks.ts';

/** One file of the agent that holds hooks. */
export interface ReadFile {
  path: string;
  text: string;
  hooks: FoundHook[];
}

/** One thing too many, and the agent drops every hook of the file. */
export function strictnessChecks({ title, strict }: Registrar, { path, text }: ReadFile, notes: Notes): void {
  if (strict === null) return;
  if ('keys' in strict) {
    const unknown = Object.keys(jsonIn(text) ?? {}).filter((key) => !strict.keys.includes(key));
    if (unknown.length > 0)
      notes.fail('agent-file-dropped', `${title} drops the whole file because of "${unknown.join('", "')}".`, {
        where: path,
        fix: `Remove ${unknown.length === 1 ? 'it' : 'them'}: ${title} accepts only ${strict.keys.join(' and ')} there.`,
      });
    return;
  }
  tablesIn(text).forEach((table, index) => {
    const what = troubleWith(table, strict);
    if (what !== null)
      notes.fail(
        'agent-file-dropped',
        `${title} drops all hooks because of one entry: [[hooks]] number ${index + 1} ${what}.`,
        {
          where: path,
          fix: `Repair that entry; ${title} knows ${strict.tableKeys.join(', ')}.`,
        },
      );
  });
}

function troubleWith(
  table: Record<string, unknown>,
  { tableKeys, mostSeconds }: { tableKeys: readonly string[]; mostSeconds: number },
): string | null {
  const unknown = Object.keys(table).find((key) => !tableKeys.includes(key));
  if (unknown !== undefined) return `has the unknown key "${unknown}"`;
  if (typeof table['event'] !== 'string') return 'has no event';
  if (typeof table['command'] !== 'string' || table['command'] === '') return 'has no command';
  const { timeout } = table;
  if (timeout !== undefined && !(Number.isInteger(timeout) && Number(timeout) >= 1 && Number(timeout) <= mostSeconds))
    return `has the timeout ${String(timeout)}, which is not a whole number of seconds up to ${mostSeconds}`;
  return null;
}

/** The agent must wait for our hook longer than the hook needs to give up and refuse. */
export function timeoutChecks({ title, timeoutUnit }: Registrar, { hooks, path }: ReadFile, notes: Notes): void {
  for (const { event, timeout, command } of hooks) {
    if (timeout === null || timeoutUnit === null || !isOwnCommand(command)) continue;
    const isMs = timeoutUnit === 'milliseconds' || (timeoutUnit === 'seconds-below-1000' && timeout >= 1000);
    const seconds = isMs ? timeout / 1000 : timeout;
    if (seconds > DEADLINE_SECONDS) continue;
    notes.fail(
      'agent-timeout',
      `${title} reads the timeout ${timeout} of ${event} as ${seconds} s: it ends the hook too early, and the call runs.`,
      {
        where: path,
        fix: `Run \`hookctl install --agent\` again: it writes the time in ${isMs ? 'milliseconds' : 'seconds'}.`,
      },
    );
  }
}

/** A dispatcher that is started for another agent was copied here, by hand or by a migration. */
export function copyChecks({ agent, title }: Registrar, { hooks, path }: ReadFile, notes: Notes): void {
  const copied = hooks.filter(
    ({ command }) => command !== null && ANY_DISPATCHER.test(command) && !command.endsWith(` --agent ${agent}`),
  );
  if (path.endsWith('.json') && copied.length > 0)
    notes.fail(
      'agent-copied',
      `A hook of another agent was copied to ${title} (${copied.map(({ event }) => event).join(', ')}): its timeout and its answers are meant for that one.`,
      {
        where: path,
        fix: `Remove these entries, then run \`hookctl install --agent ${agent}\`.`,
      },
    );
}

const ANY_DISPATCHER =
  /(?:hookctl[^\s'"]*[\\/]|hookctl-)(?:dist[\\/])?(?:native[\\/])?dispatcher|[\\/]dispatcher(?:\.cjs)?['"]?(?: --agent|$)/;
