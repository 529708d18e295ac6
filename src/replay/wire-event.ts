import { toolsOfKind } from '../adapters/claude-code/tools.ts';
import type { Payload } from '../protocol/payload.ts';
import { readAgain } from './line-reader.ts';
import type { PastEvent, ResultPlace } from './past-event.ts';
import { isFields } from './transcript/line-facts.ts';
import { responseIn } from './transcript/call-result.ts';

/** What another thread needs to judge a command. Plain and small: what came out of it stays in the record, and is read there if a rule asks. */
export interface WireEvent {
  payload: Payload;
  at: number;
  projectRoot: string;
  branch: string | null;
  result: ResultPlace | null;
}

const SHELLS = new Set(toolsOfKind(['shell']));

/** Commands are what judging takes time for, and they seldom ask the session. */
export function isCommand({ payload }: PastEvent): boolean {
  return typeof payload['tool_name'] === 'string' && SHELLS.has(payload['tool_name']);
}

export function toWire({ payload, at, projectRoot, branch, result = null }: PastEvent): WireEvent {
  const sent: Payload = { hook_event_name: payload.hook_event_name };
  // Not by spreading, which would read the result.
  for (const name of Object.keys(payload)) {
    if (result === null || name !== 'tool_response') sent[name] = payload[name];
  }
  return { payload: sent, at, projectRoot, branch, result };
}

export function fromWire({ payload, at, projectRoot, branch, result }: WireEvent): PastEvent {
  if (result !== null) {
    Object.defineProperty(payload, 'tool_response', {
      enumerable: true,
      get: () => responseAt(result, payload['tool_use_id']),
    });
  }
  return { payload, at, projectRoot, branch, outcome: null, where: { file: '', line: 0 } };
}

function responseAt({ file, offset, length }: ResultPlace, id: unknown): unknown {
  try {
    const line: unknown = JSON.parse(readAgain(file, offset, length));
    return isFields(line) ? responseIn(line, id) : undefined;
  } catch {
    return undefined;
  }
}
