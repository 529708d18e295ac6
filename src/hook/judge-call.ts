import { DEFAULT_ADAPTER } from '../adapters/index.ts';
import { createEventCaches, type LoadedPolicy } from '../policy/hook.ts';
import { answerTo } from '../policy/judge/answer-to.ts';
import { type EffectSummary, summariseEffects } from '../policy/judge/effect-summary.ts';
import { examineEvent } from '../policy/judge/judge-event.ts';
import type { Judgement } from '../policy/judgement.ts';
import type { AgentEvent } from '../protocol/agent-event.ts';
import { receivePayload } from '../protocol/payload/payload.ts';
import { createSession } from '../session/session.ts';
import { createWorld } from '../system/facts/world.ts';
import { nodeSystem } from '../system/node/system.ts';
import type { World } from '../system/ports.ts';
import { guardPlaces } from './policy-files/guard-places.ts';
import type { Env } from './policy-files/locations.ts';

/** What a policy says of one call. */
export interface Judged {
  /** `pass`: no rule speaks, and the agent's own permissions apply. */
  verdict: 'deny' | 'ask' | 'warn' | 'allow' | 'pass';
  /** As the agent reads it; empty where nothing is said. */
  reason: string;
  /** The rules that speak, the deciding ones first. */
  rules: string[];
  /** Some text of the command could not be followed. */
  uncertain: boolean;
  effects: EffectSummary;
}

/** A call and where it would happen. */
export interface CallToJudge {
  /** A shell command, or a payload as an agent sends it. */
  call: string | object;
  cwd: string;
  home: string;
  /** Default: where the call happens. */
  projectRoot?: string | undefined;
}

/** Judges calls one by one, without memory between them, and leaves no trace. Throws when a payload cannot be read. */
export function createCallJudge(policy: LoadedPolicy, env: Env): (call: CallToJudge) => Judged {
  const worlds = new Map<string, World>();
  const worldOf = (home: string): World => {
    const world = worlds.get(home) ?? worldAt({ ...env, HOME: home }, home);
    worlds.set(home, world);
    return world;
  };
  const caches = createEventCaches();
  return (call) => {
    const world = worldOf(call.home);
    const { facts, judgement } = examineEvent(eventOf(call), { policy, world, caches, session: createSession() });
    return { ...wordJudgement(judgement), uncertain: facts.uncertain(), effects: summariseEffects(facts) };
  };
}

function worldAt(env: Env, home: string): World {
  return createWorld(nodeSystem, { env, home, guard: () => guardPlaces({ system: nodeSystem, env, home }) });
}

function eventOf({ call, cwd, home, projectRoot }: CallToJudge): AgentEvent {
  const payload: Record<string, unknown> =
    typeof call === 'string'
      ? { hook_event_name: 'PreToolUse', cwd, tool_name: 'Bash', tool_input: { command: call } }
      : { cwd, ...call };
  const place = typeof payload['cwd'] === 'string' && payload['cwd'] !== '' ? payload['cwd'] : cwd;
  const decoded = DEFAULT_ADAPTER.decode(receivePayload(JSON.stringify(payload)), {
    cwd,
    home,
    projectRoot: projectRoot ?? place,
  });
  if (!decoded.ok) throw new Error(`the payload is ${decoded.problem}`);
  return decoded.event;
}

function wordJudgement(judgement: Judgement): Pick<Judged, 'verdict' | 'rules' | 'reason'> {
  // Without a session no exception can be granted: no code is offered.
  const hits = judgement.hits.map((hit) => ({ ...hit, onceCode: null }));
  const { reason, context } = answerTo({ ...judgement, hits });
  const { verdict } = judgement;
  const heard = hits.filter((hit) => hit.effective !== 'observe' && hit.effective !== 'inject');
  const decisive = heard.filter((hit) => hit.effective === verdict);
  return {
    verdict: verdict === 'none' || verdict === 'inject' ? 'pass' : verdict,
    rules: [...new Set([...decisive, ...heard].map((hit) => hit.rule))],
    reason: reason === '' && verdict === 'warn' ? context.join('\n') : reason,
  };
}
