import { judgeEvent } from '../policy/hook.ts';
import { answerTo } from '../policy/judge/answer-to.ts';
import { wordsSaid } from '../session/own-words.ts';
import type { EncodedAnswer } from '../protocol/agent-event.ts';
import type { ReceivedPayload } from '../protocol/payload/payload.ts';
import { recordOfEvent } from './record-of-event.ts';
import { canaryAnswer } from './canary.ts';
import { inheritMemory } from './inherit-memory.ts';
import { unreadablePayload } from './failure.ts';
import { appendGuarded, openGuardedSession } from './guarded-ports.ts';
import type { HookHost } from './host.ts';
import { type Remarks, createNotices, remarksOn } from './remarks.ts';
import { statedOnError, withFailures } from './on-error.ts';

/** What the caller of the hook says besides the payload. */
export interface HandleOptions {
  /** Overrides what the payload says (`dispatcher --event`). */
  event?: string | undefined;
  remarks?: Remarks | undefined;
}

/**
 * One hook call: payload → event → judgement → answer → record. All that touches the machine goes through the host. Throws only unexpected errors,
 * which the entry point answers by the written failure policy (`failure.ts`).
 */
export function handle(payload: ReceivedPayload, host: HookHost, options: HandleOptions = {}): EncodedAnswer {
  const { adapter, hints } = host;
  const decoded = adapter.decode(payload, options.event === undefined ? hints : { ...hints, event: options.event });
  if (!decoded.ok)
    return unreadablePayload({ adapter, payload, event: options.event }, decoded.problem, statedOnError(host));
  const { event } = decoded;
  const notices = createNotices();
  let answer = canaryAnswer(event);
  if (answer === null) {
    const session = openGuardedSession(host.sessions, event.session.id, notices.add);
    inheritMemory(event, session, host, notices.add);
    const { world, mode, grants, caches } = host;
    // Appends to the session what it must remember of the event and of the judgement.
    const judged = judgeEvent(event, { policy: host.compiled.policy, world, session, mode, grants, caches });
    const judgement = withFailures(judged, event, { host, unreadable: session.unreadable() });
    answer = answerTo(judgement);
    session.append(wordsSaid(event, answer, world.now()));
    appendGuarded(host.audit, recordOfEvent(event, judgement, answer, host), notices.add);
  }
  remarksOn({ event, answer, host, remarks: options.remarks }).forEach(notices.add);
  return adapter.encode(event, notices.addTo(answer));
}
