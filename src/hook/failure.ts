import type { Adapter, AgentEvent } from '../protocol/agent-event.ts';
import { decodePayload } from '../protocol/payload/payload.ts';
import type { OnError } from './on-error.ts';

export interface Dispatched {
  stdout: string;
  stderr: string;
  exitCode: 0 | 2;
}

/** Tools that change and reveal nothing outside: a failure while judging them is told, not asked about. */
const QUIET = new Set([
  'Read',
  'Glob',
  'Grep',
  'LS',
  'NotebookRead',
  'WebSearch',
  'TodoWrite',
  'TodoRead',
  'AskUserQuestion',
]);

/** The engine failed on an event that can be named. Decided from the raw payload alone: whatever broke must not be asked again. */
export function engineFailure(
  text: string,
  problem: string,
  adapter: Adapter,
  event: string | undefined,
  stated: OnError | null,
): Dispatched {
  const message = `hookctl failed on this event (${oneLine(problem)}); no rule was applied to it.`;
  const decoded = decodePayload(text);
  if (!decoded.ok) return unreadablePayload(text, decoded.problem, adapter, event, stated);
  const { payload } = decoded;
  const tool = typeof payload['tool_name'] === 'string' ? payload['tool_name'] : '';
  const verb = stated ?? (QUIET.has(tool) ? 'skip' : 'ask');
  return answerFailure(adapter, event ?? payload.hook_event_name, message, verb);
}

/** Nobody can say what the call is: on-error deny blocks it with the exit code, which every event understands; else a person is asked. */
export function unreadablePayload(
  text: string,
  problem: string,
  adapter: Adapter,
  event: string | undefined,
  stated: OnError | null,
): Dispatched {
  const message = `hookctl could not read the hook payload (${oneLine(problem)}); no rule was applied to this event.`;
  if (stated === 'deny') return { stdout: '', stderr: `${message}\n`, exitCode: 2 };
  // The event cannot be told: answered as the one on which something could be lost.
  const named = event ?? /"hook_event_name"\s*:\s*"(\w+)"/.exec(text)?.[1] ?? 'PreToolUse';
  return answerFailure(adapter, named, message, stated ?? 'ask');
}

function answerFailure(adapter: Adapter, nativeEvent: string, message: string, verb: OnError): Dispatched {
  const asks = adapter.neutralEvent(nativeEvent) === 'before-tool' && verb !== 'skip';
  const answer = {
    verdict: asks ? verb : 'none',
    reason: asks ? message : '',
    context: [],
    userMessages: [message],
  } as const;
  const stdout = adapter.encode({ nativeEvent } as AgentEvent, { ...answer, context: [], userMessages: [message] });
  return { stdout, stderr: '', exitCode: 0 };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 300);
}
