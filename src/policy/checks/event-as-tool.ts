import { isEventName, rowOf } from '../../protocol/index.ts';
import { AT_EVENTS } from '../language/verb-events.ts';

/** Events of a tool call: `before:` and `after:` mean them already. */
const CALLS: Readonly<Record<string, string>> = {
  PreToolUse: '"before:" means it already',
  PostToolUse: '"after:" means it already',
  PostToolUseFailure: '"after:" with "result: failed" means it already',
};

/** What is wrong with an event's name where a tool is expected; null: it is not an event. */
export function eventAsTool(name: string): string | null {
  if (Object.hasOwn(CALLS, name))
    return `"${name}" is an event, not a tool; ${CALLS[name]}: name a tool, run, write, read, fetch, mcp or any`;
  if (AT_EVENTS.includes(name)) return `"${name}" is an event, not a tool; write "at: ${name}"`;
  if (!isEventName(name)) return null;
  const { neutral } = rowOf(name);
  return `"${name}" is an event, not a tool; write "at: ${neutral === 'other' ? name : neutral}"`;
}
