import type { Adapter, AgentEvent, Answer, DecodeHints } from '../protocol/agent-event.ts';
import { judgeCanary } from './canary.ts';
import { decide } from '../policy/judge/answer-to.ts';
import { describeActions } from '../protocol/describe-actions.ts';
import type { AuditPort, AuditRecord, RecordedHit } from '../audit/audit-record.ts';
import type { Hits, Judgement } from '../policy/judgement.ts';
import type { PolicyPort } from '../policy/judge/policy-port.ts';
import type { StatePort } from '../session/state-port.ts';
import type { World } from '../system/ports.ts';
import type { SessionState } from '../session/state.ts';

export interface Host {
  adapter: Adapter;
  policy: PolicyPort;
  /** Equal keys, equal policies; for the record. */
  policyKey?: string | undefined;
  world: World;
  state: StatePort;
  audit: AuditPort;
  hints?: DecodeHints | undefined;
}

export type Handled =
  | { ok: true; output: string; event: AgentEvent; judgement: Judgement; answer: Answer }
  /** The payload could not be read; the host applies its written failure policy. */
  | { ok: false; output: string; problem: string };

/** payload → event → facts → judgement → answer. All that touches the world goes through the host's ports. */
export function handle(text: string, host: Host): Handled {
  const decoded = host.adapter.decode(text, host.hints);
  if (!decoded.ok) return unreadable(decoded.problem);
  const { event } = decoded;
  const canary = judgeCanary(event);
  if (canary !== null) return { ok: true, output: host.adapter.encode(event, canary.answer), event, ...canary };
  const judgement = judgeEvent(event, host);
  const answer = decide(judgement);
  host.audit.append(recordOf(event, judgement, answer, host));
  return { ok: true, output: host.adapter.encode(event, answer), event, judgement, answer };
}

/** The part that decides, without the payload's wire form on either side: `replay` judges the past with it. */
export function judgeEvent(event: AgentEvent, host: Pick<Host, 'policy' | 'world' | 'state'>): Judgement {
  // State first: the count a rule sees includes this edit, and concurrent processes see each other's.
  remember(host, event, host.policy.factsOf(event, host.world));
  const judgement = host.policy.judge(
    event,
    host.world,
    lazily(() => host.state.fold(event.session.id)),
  );
  remember(host, event, judgement.facts);
  return judgement;
}

function remember(host: Pick<Host, 'state'>, event: AgentEvent, facts: Judgement['facts']): void {
  if (facts.length > 0) host.state.append(event.session.id, facts);
}

function lazily(fold: () => SessionState): () => SessionState {
  let state: SessionState | undefined;
  return () => (state ??= fold());
}

function unreadable(problem: string): Handled {
  const message = `hookctl could not read the hook payload (${problem}); no rule was applied to this event.`;
  return { ok: false, output: `${JSON.stringify({ systemMessage: message })}\n`, problem };
}

function recordedHits(hits: Hits): RecordedHit[] {
  return hits.map(({ rule, verb, effective, mode, because, text, layer, excused }) => ({
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

function recordOf(event: AgentEvent, judgement: Judgement, answer: Answer, { world, policyKey }: Host): AuditRecord {
  return {
    at: world.now(),
    session: event.session.id,
    callId: event.callId,
    agent: event.agent,
    event: event.event,
    nativeEvent: event.nativeEvent,
    tool: event.tool?.native ?? null,
    actor: event.actor.id,
    cwd: event.cwd,
    project: event.projectRoot,
    policy: policyKey ?? null,
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
