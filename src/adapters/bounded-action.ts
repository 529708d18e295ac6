import type { Action } from '../protocol/agent-event.ts';

/** No command is judged beyond its first and last 64 KB; what is far longer is cut here, so that no later step walks through megabytes. */
const LONGEST = 1024 * 1024;
const KEPT = 128 * 1024;

/** A command of many megabytes, reduced to both ends. It stays too long to be read, so a person is asked about it. */
export function boundedAction(action: Action): Action {
  if (action.kind !== 'exec' || action.command.length <= LONGEST) return action;
  return { ...action, command: `${action.command.slice(0, KEPT)}\n${action.command.slice(-KEPT)}` };
}
