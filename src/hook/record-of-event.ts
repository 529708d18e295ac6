import type { AuditRecord, RecordedHit } from '../audit/audit-record.ts';
import { decidingFirst } from '../policy/strictness.ts';
import type { Hits, Judgement } from '../policy/judgement.ts';
import type { AgentEvent, Answer } from '../protocol/agent-event.ts';
import { describeActions } from '../protocol/agent/actions.ts';
import type { HookHost } from './host.ts';

export function recordOfEvent(
  event: AgentEvent,
  judgement: Judgement,
  answer: Answer,
  { world, compiled, elapsed }: Pick<HookHost, 'world' | 'compiled' | 'elapsed'>,
): AuditRecord {
  return {
    // Side by side: `hookctl why` finds the start of the hook from both.
    at: world.now(),
    durationMs: Math.round(elapsed() * 10) / 10,
    session: event.session.id,
    callId: event.callId,
    agent: event.agent,
    event: event.event,
    nativeEvent: event.nativeEvent,
    tool: event.tool?.native ?? null,
    actor: event.actor.id,
    cwd: event.cwd,
    project: event.projectRoot,
    policy: compiled.manifest.key,
    verdict: judgement.verdict,
    answer: answer.verdict,
    reason: answer.reason,
    uncertain: judgement.uncertain,
    hits: recordedHits(judgement.hits),
    notices: judgement.notices,
    actions: describeActions(event),
    payload: event.raw,
  };
}

function recordedHits(hits: Hits): RecordedHit[] {
  return decidingFirst(hits).map(({ rule, verb, effective, mode, because, text, layer, excused }) => ({
    rule,
    verb,
    effective,
    mode,
    because,
    text,
    layer,
    excused,
  }));
}
