import { isEventName } from '../../protocol/event.ts';
import type { Payload } from '../../protocol/payload/payload.ts';

type Fields = Record<string, unknown>;

export interface ForeignCall {
  payload: Payload;
  isToolNamed: boolean;
}

const EVENTS = [
  'hook_event_name',
  'hookEventName',
  'event_type',
  'agent_action_name',
  'hookName',
  'event',
  'eventName',
  'type',
];
const BEFORE = /^(?:pre|before)[_.-]?|^tool[_.-]?(?:call|execute[_.-]?before)/i;
const NO_CALL = /prompt|agent|compact|compress|model|session|response/i;
const TOOLS = ['tool_name', 'toolName', 'tool', 'name'];
const INPUTS = ['tool_input', 'toolInput', 'toolArgs', 'tool_info', 'input', 'args', 'arguments', 'parameters'];
const HOLDERS = ['toolCall', 'tool_call', 'preToolUse', 'event', 'output', 'input'];

/**
 * A call that is about to run, in the words of another agent, as a payload of Claude Code. Null: it is none, or it is Claude Code's own.
 * A safety net, no adapter: what such an agent makes of our answer is not known here.
 */
export function foreignCall(given: Fields): ForeignCall | null {
  const fields =
    typeof given['event'] === 'object' && given['event'] !== null ? { ...given, ...(given['event'] as Fields) } : given;
  const event = textIn(fields, EVENTS);
  const own = fields['hook_event_name'];
  if (typeof own === 'string' && isEventName(own) && textIn(fields, ['tool_name']) !== undefined) return null;
  const holders: Fields[] = [fields];
  for (const name of HOLDERS) {
    const holder = objectOf(fields[name]);
    if (holder !== null) holders.push(holder);
  }
  const tool = holders.map((holder) => textIn(holder, TOOLS)).find((name) => name !== undefined);
  const [top = fields, ...inner] = holders;
  const input = [...inner, top].map((holder) => inputIn(holder)).find((found) => found !== null) ?? null;
  const isCall =
    event === undefined ? tool !== undefined && input !== null : BEFORE.test(event) && !NO_CALL.test(event);
  if (!isCall) return null;
  const { tool_response: _, ...rest } = fields;
  const payload = {
    ...rest,
    hook_event_name: 'PreToolUse',
    tool_name: tool ?? event ?? 'unknown',
    // Some agents put the call's own fields at the top.
    tool_input: input ?? fields,
  };
  return { payload, isToolNamed: tool !== undefined };
}

function textIn(fields: Fields, names: readonly string[]): string | undefined {
  return names.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '') as
    | string
    | undefined;
}

function inputIn(fields: Fields): Fields | null {
  for (const name of INPUTS) {
    const found = objectOf(fields[name]);
    if (found !== null) return found;
  }
  return null;
}

function objectOf(value: unknown): Fields | null {
  if (typeof value === 'string' && value.startsWith('{')) {
    try {
      return objectOf(JSON.parse(value) as unknown);
    } catch {
      return null;
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}
