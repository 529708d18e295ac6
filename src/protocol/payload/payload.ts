import { type Field, type Fields, isOptional, misfit, openOptional } from '../field.ts';
import { NATIVE_PERMISSION_MODES } from '../permission-modes.ts';
import { jsonProblem } from '../text/json-problem.ts';

/** The JSON object a hook gets. Unknown fields are kept unchanged. */
export interface Payload {
  hook_event_name: string;
  session_id?: string;
  transcript_path?: string;
  cwd?: string;
  [field: string]: unknown;
}

/** Present on every event, whatever the row says. */
export const COMMON_FIELDS: Fields = {
  hook_event_name: 'string',
  session_id: 'string?',
  transcript_path: 'string?',
  cwd: 'string?',
  prompt_id: 'string?',
  scratchpad_dir: 'string?',
  permission_mode: openOptional(...NATIVE_PERMISSION_MODES),
  agent_id: 'string?',
  agent_type: 'string?',
  effort: 'object?',
};

export type Decoded =
  | { ok: true; payload: Payload; inferredEvent: boolean }
  /** `fields`: a JSON object that names no event. `outline`: the texts and numbers of one that is not read any further. */
  | { ok: false; problem: string; fields?: Record<string, unknown>; outline?: Record<string, unknown> };

/** A payload as it came, and what was read from it: parsed once, and passed on. */
export interface ReceivedPayload {
  text: string;
  decoded: Decoded;
}

export function receivePayload(text: string): ReceivedPayload {
  return { text, decoded: decodePayload(text) };
}

/** The object that came, without an event's name that was only inferred. Null: there is none. */
export function fieldsOf({ decoded }: ReceivedPayload): Record<string, unknown> | null {
  if (!decoded.ok) return decoded.fields ?? null;
  if (!decoded.inferredEvent) return decoded.payload;
  const { hook_event_name: _, ...rest } = decoded.payload;
  return rest;
}

/** What tells who wrote the payload, also when it cannot be judged: the answer must be in the words of that agent. */
export function outlineIn(received: ReceivedPayload): Record<string, unknown> | null {
  const { decoded } = received;
  return fieldsOf(received) ?? (decoded.ok ? null : (decoded.outline ?? null));
}

function outlineOf(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => typeof part !== 'object'));
}

/** Where the agent works, as the payload says. */
export function workingDirectory({ decoded }: ReceivedPayload): string | null {
  return decoded.ok && typeof decoded.payload.cwd === 'string' ? decoded.payload.cwd : null;
}

/** Text from stdin or a file → payload. Never throws and drops nothing. */
export function decodePayload(text: string): Decoded {
  if (hasTooManyFields(text)) return { ok: false, problem: 'it has more than 100,000 fields' };
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    const problem = isLarge(text) ? 'not JSON, or nested too deeply' : `not JSON: ${jsonProblem(text)}`;
    return { ok: false, problem };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, problem: 'not a JSON object' };
  }
  if (isTooDeep(value)) return { ok: false, problem: 'it nests too deeply', outline: outlineOf(value) };
  const fields = value as Record<string, unknown>;
  if (typeof fields['hook_event_name'] === 'string') {
    return { ok: true, payload: fields as Payload, inferredEvent: false };
  }
  const event = inferEvent(fields);
  if (event === null) return { ok: false, problem: 'no "hook_event_name", and no field that shows the event', fields };
  return { ok: true, payload: { ...fields, hook_event_name: event }, inferredEvent: true };
}

/** One line and a newline: a hook that uses `read -r` must get it. */
export function encodePayload(payload: Payload): string {
  return `${JSON.stringify(payload)}\n`;
}

/** What is odd about the known fields of a payload; unknown fields are never odd. */
export function checkPayload(fields: Fields, payload: Payload): string[] {
  const problems: string[] = [];
  for (const [name, field] of Object.entries({ ...COMMON_FIELDS, ...fields })) {
    const problem = checkField(name, field, payload[name]);
    if (problem !== null) problems.push(problem);
  }
  return problems;
}

function checkField(name: string, field: Field, value: unknown): string | null {
  if (value === undefined) return isOptional(field) ? null : `"${name}" is missing`;
  const problem = misfit(field, value);
  return problem === null ? null : `"${name}": ${problem}`;
}

/** Hand-made payloads often lack the event's name; its other fields show it. */
function inferEvent(fields: Record<string, unknown>): string | null {
  if ('tool_response' in fields) return 'PostToolUse';
  if ('tool_input' in fields) return 'error' in fields ? 'PostToolUseFailure' : 'PreToolUse';
  if ('stop_hook_active' in fields) return 'Stop';
  if ('prompt' in fields) return 'UserPromptSubmit';
  return null;
}

/** Real payloads nest a handful of levels. Beyond this a parser of some host gives up, and hosts must answer alike. */
const DEEPEST = 500;

/** Real payloads have some dozen fields; an object with a million of them takes an engine seconds to build. */
const MOST_FIELDS = 100_000;

const LARGE = 1_000_000;

/** Too large to be scanned character by character within the deadline. */
function isLarge(text: string): boolean {
  return text.length > LARGE;
}

/** Whether the text holds more fields than the hook can build within its deadline. Does not parse it. */
function hasTooManyFields(text: string): boolean {
  // Shorter texts cannot hold that many.
  if (!isLarge(text)) return false;
  let fields = 0;
  for (let at = text.indexOf('":'); at >= 0; at = text.indexOf('":', at + 2)) {
    // An escaped quote belongs to the text of a value.
    if (text.charAt(at - 1) !== '\\' && ++fields > MOST_FIELDS) return true;
  }
  return false;
}

/** Whether a JSON value nests deeper than any real payload. Walks level by level: a hostile value must not cost us the stack. */
function isTooDeep(value: object): boolean {
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    const below: object[] = [];
    for (const one of level)
      for (const child of Object.values(one) as unknown[])
        if (typeof child === 'object' && child !== null) below.push(child);
    level = below;
  }
  return false;
}
