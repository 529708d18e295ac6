import type { HookHost } from './host.ts';
import { callText } from '../session/call-text.ts';
import { describeActions } from '../protocol/describe-actions.ts';
import type { Judgement } from '../policy/judgement.ts';
import type { SessionState } from '../session/state.ts';
import type { AgentEvent } from '../protocol/agent-event.ts';
import { keepOffer, spendGrant } from '../session/grants/once-grant.ts';

/**
 * A refusal that a person may lift once. Where they have, for exactly this call, it is judged again with the grant; else the call is kept as it is, so
 * that it can be shown to them whole. The session's journal says nothing about grants: whoever can append to it cannot grant.
 */
export function grantedOnce(
  judgement: Judgement,
  { system, stateDirectory, world }: HookHost,
  event: AgentEvent,
  session: () => SessionState,
  again: (state: SessionState) => Judgement,
): Judgement {
  const code = judgement.hits.find((hit) => hit.effective === 'deny' && hit.onceCode !== null)?.onceCode ?? null;
  if (code === null) return judgement;
  try {
    const text = callText(event);
    const hash = system.sha256(text);
    const now = world.now();
    if (spendGrant(system, stateDirectory, hash, now)) return again(withGrant(session(), code, event, now));
    const facts = judgement.facts.map((fact) => (fact.kind === 'once-offered' ? { ...fact, hash } : fact));
    if (judgement.facts.some(({ kind }) => kind === 'once-offered')) keepOffer(system, stateDirectory, hash, text);
    return { ...judgement, facts };
  } catch {
    // Without a state directory nothing can be granted, and the refusal stays. That it is missing is told where the journal is written.
    return judgement;
  }
}

function withGrant(state: SessionState, code: string, event: AgentEvent, now: number): SessionState {
  const used = state.once.get(code)?.used ?? 0;
  const about = describeActions(event).join('; ');
  const entry = { offered: true, granted: used + 1, grantedAt: now, used, rule: '', about };
  return { ...state, once: new Map(state.once).set(code, entry) };
}
