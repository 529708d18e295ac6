import type { Adapter, AgentEvent, EncodedAnswer } from '../protocol/agent-event.ts';
import type { ReceivedPayload } from '../protocol/payload/payload.ts';
import { canAsk } from '../protocol/agent/can-ask.ts';
import type { OnError } from '../policy/compile/artefact.ts';

/** What is known of the call that failed. */
export interface FailedCall {
  adapter: Adapter;
  payload: ReceivedPayload;
  /** As the caller names it (`dispatcher --event`). */
  event: string | undefined;
}

/** hookctl failed on an event that can be named. Decided from the raw payload alone: whatever broke must not be asked again. */
export function engineFailure(call: FailedCall, problem: string, stated: OnError | null): EncodedAnswer {
  const { decoded } = call.payload;
  if (!decoded.ok) return unreadablePayload(call, decoded.problem, stated);
  const message = `hookctl failed on this event (${oneLine(problem)}); no rule was applied to it.`;
  const { payload } = decoded;
  const tool = typeof payload['tool_name'] === 'string' ? payload['tool_name'] : '';
  const verb = stated ?? (call.adapter.quietTools.includes(tool) ? 'skip' : 'ask');
  return answerFailure(call.adapter, call.event ?? payload.hook_event_name, message, verb);
}

/** The call is unknown. With `on-error: deny` the exit code blocks it, which every event understands; otherwise a person is asked. */
export function unreadablePayload(call: FailedCall, problem: string, stated: OnError | null): EncodedAnswer {
  const message = `hookctl could not read the hook payload (${oneLine(problem)}); no rule was applied to this event.`;
  if (stated === 'deny') return { stdout: '', stderr: `${message}\n`, exitCode: 2 };
  const named = call.event ?? call.adapter.eventNamedIn(call.payload.text);
  return answerFailure(call.adapter, named, message, stated ?? 'ask');
}

function answerFailure(adapter: Adapter, nativeEvent: string, message: string, verb: OnError): EncodedAnswer {
  const asks = adapter.neutralEvent(nativeEvent) === 'before-tool' && verb !== 'skip';
  const verdict = asks ? (verb === 'ask' && !canAsk(adapter, 'unknown') ? 'deny' : verb) : 'none';
  const event = { nativeEvent } as AgentEvent;
  return adapter.encode(event, { verdict, reason: asks ? message : '', context: [], userMessages: [message] });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 300);
}
