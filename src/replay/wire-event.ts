import { mainField, toolsOfKind } from '../adapters/claude-code/tools.ts';
import type { Payload } from '../protocol/payload.ts';
import { readAgain } from './line-reader.ts';
import type { PastEvent, ResultPlace } from './past-event.ts';
import { NotHere } from './session-view.ts';
import { isFields } from './transcript/line-facts.ts';
import { responseIn } from './transcript/call-result.ts';

/** What another thread needs to judge a call. Plain and small: what is seldom asked for stays here, or is read again in the record. */
export interface WireEvent {
  payload: Payload;
  at: number;
  projectRoot: string;
  branch: string | null;
  /** Undefined: not told. */
  file: PastEvent['file'];
  result: ResultPlace | null;
  /** Long texts of the input are left out. */
  short: boolean;
}

const READERS = new Set(toolsOfKind(['read']));
const OTHERS = new Set(toolsOfKind(['shell', 'edit', 'write']));
const LONGEST = 400;

/** Only calls of which one field tells most. */
export function isSendable({ payload }: PastEvent): boolean {
  const { tool_name: tool } = payload;
  return typeof tool === 'string' && (OTHERS.has(tool) || READERS.has(tool));
}

export function toWire(past: PastEvent): WireEvent {
  const { payload, at, projectRoot, branch, result = null } = past;
  const { tool_name: tool, tool_input: input } = payload;
  const sent: Payload = { hook_event_name: payload.hook_event_name };
  // Not by spreading, which would read the result.
  for (const name of Object.keys(payload)) {
    if (result === null || name !== 'tool_response') sent[name] = payload[name];
  }
  const main = mainField(String(tool));
  const short = isFields(input) && Object.keys(input).some((name) => name !== main && isLong(input[name]));
  if (short) sent['tool_input'] = shortened(input, main);
  // Of other tools the record would have to be read again to tell.
  const file = READERS.has(String(tool)) ? (past.file ?? null) : undefined;
  return { payload: sent, at, projectRoot, branch, file, result, short };
}

function isLong(value: unknown): boolean {
  return typeof value === 'string' ? value.length > LONGEST : typeof value === 'object' && value !== null;
}

function shortened(input: Record<string, unknown>, main: string): Record<string, unknown> {
  const short: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    short[name] =
      name === main || !isLong(value) ? value : typeof value === 'string' ? '' : Array.isArray(value) ? [] : {};
  }
  return short;
}

export function fromWire({ payload, at, projectRoot, branch, file, result }: WireEvent): PastEvent {
  if (result !== null) {
    Object.defineProperty(payload, 'tool_response', {
      enumerable: true,
      get: () => responseAt(result, payload['tool_use_id']),
    });
  }
  return {
    payload,
    at,
    projectRoot,
    branch,
    outcome: null,
    where: { file: '', line: 0 },
    get file() {
      if (file === undefined) throw new NotHere();
      return file;
    },
  };
}

function responseAt({ file, offset, length }: ResultPlace, id: unknown): unknown {
  try {
    const line: unknown = JSON.parse(readAgain(file, offset, length));
    return isFields(line) ? responseIn(line, id) : undefined;
  } catch {
    return undefined;
  }
}
