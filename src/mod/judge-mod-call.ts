import { MOD_ADAPTER } from '../adapters/index.ts';
import { answerTo } from '../policy/judge/answer-to.ts';
import type { Judgement } from '../policy/judgement.ts';
import type { World } from '../system/ports.ts';
import { createSession } from '../session/session.ts';
import type { Grants } from '../session/grants-port.ts';
import type { Fact } from '../session/state.ts';
import { receivePayload } from '../protocol/payload/payload.ts';
import { mentions } from '../policy/conditions/index.ts';
import type { ConditionNode } from '../policy/compile/artefact.ts';
import { judgeEvent, type LoadedPolicy } from '../policy/hook.ts';
import type { ModPolicy } from './mod-policy.ts';

export interface ModCall {
  tool: string;
  input: Record<string, unknown>;
  callId: string | undefined;
  agentId: string | undefined;
  session: string;
  cwd: string;
  projectRoot: string;
}

export interface ModJudging extends Pick<ModPolicy, 'mode' | 'home'> {
  policy: LoadedPolicy;
  /** Rules that only the settings hook can judge, by id. */
  leftToHook: ReadonlySet<string>;
  world: World;
  journal: readonly Fact[];
}

export type ModAnswer = { decision: 'deny' | 'ask'; reason: string } | null;

/** What the rules say for certain about a call that is about to run. Null: nothing, or nothing that is certain. */
export function judgeModCall(call: ModCall, judging: ModJudging): ModAnswer {
  const { policy, mode, home, leftToHook, world, journal } = judging;
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: call.session,
    cwd: call.cwd,
    tool_name: call.tool,
    tool_input: call.input,
    tool_use_id: call.callId,
    agent_id: call.agentId,
  };
  const decoded = MOD_ADAPTER.decode(receivePayload(JSON.stringify(payload)), { projectRoot: call.projectRoot, home });
  if (!decoded.ok) return null;
  const session = createSession(journal);
  const offered = new Set(session.state().codesOffered);
  const judgement = judgeEvent(decoded.event, {
    policy,
    world,
    session,
    grants: KEPT_BY_HOOK,
    mode: mode ?? undefined,
  });
  const { verdict, reason } = answerTo(certainly(judgement, offered, leftToHook));
  if (verdict !== 'deny' && verdict !== 'ask') return null;
  // A person permitted this very call, and the settings hook has already spent the permission.
  if (journal.some((fact) => fact.kind === 'once-used' && fact.call === call.callId)) return null;
  return { decision: verdict, reason };
}

/** The settings hook keeps refused calls and spends grants; `certainly` drops the codes that it has not offered. */
const KEPT_BY_HOOK: Grants = { consume: () => false, offer: () => '' };

/** A fact that only the settings hook can find out is not a reason to stop a call here, and a code that it has not offered cannot be granted. */
function certainly(judgement: Judgement, offered: ReadonlySet<string>, left: ReadonlySet<string>): Judgement {
  const hits = judgement.hits
    .filter((hit) => hit.because === 'holds' && !left.has(hit.rule))
    .map((hit) => ({ ...hit, onceCode: hit.onceCode !== null && offered.has(hit.onceCode) ? hit.onceCode : null }));
  const stops = (verb: string) => hits.some((hit) => hit.effective === verb);
  const verdict = stops('deny') ? 'deny' : stops('ask') ? 'ask' : 'none';
  return { ...judgement, hits, verdict, notices: [] };
}

/**
 * Rules on variables, by id. A mod may read a variable only by a name that is written out in its source, so what a policy asks for cannot be known here,
 * and "not set" would be a guess: the settings hook decides.
 */
export function rulesOnEnvironment(policy: LoadedPolicy): Set<string> {
  const isLeft = (node: ConditionNode | null) => mentions(node, ({ settingsHookOnly }) => settingsHookOnly === true);
  const asking = policy.all().filter(({ when, unless }) => isLeft(when) || isLeft(unless));
  return new Set(asking.map(({ id }) => id));
}
