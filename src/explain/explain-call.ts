import { speakerOf } from '../adapters/index.ts';
import { modeFromEnvironment } from '../hook/host.ts';
import type { ChosenPolicy } from '../hook/policy-files/chosen-policy.ts';
import { guardPlaces } from '../hook/policy-files/guard-places.ts';
import { type Env, homeOf, stateDirectory } from '../hook/policy-files/locations.ts';
import { explain, type Explanation, fromArtefact, type Loosening } from '../policy/index.ts';
import { answerTo } from '../policy/judge/answer-to.ts';
import { decidingFirst } from '../policy/judge/deciding-first.ts';
import type { Judgement, Verb } from '../policy/judgement.ts';
import type { Adapter, AgentEvent } from '../protocol/agent-event.ts';
import { fieldsOf, receivePayload } from '../protocol/payload/payload.ts';
import { createSession } from '../session/session.ts';
import { fileState } from '../session/store/file-state.ts';
import { createWorld } from '../system/facts/world.ts';
import { nodeSystem } from '../system/node/system.ts';

/** What `hookctl explain --json` prints. */
export interface Explained extends Omit<Explanation, 'judgement'> {
  /** `pass`: no rule speaks. */
  verdict: Verb | 'pass';
  deciding: string | null;
  uncertain: boolean;
  hits: Judgement['hits'];
  loosenings: readonly Loosening[];
  /** What the hook would print. */
  answer: unknown;
}

export interface ExplainedCall {
  /** Of the agent that the payload is from. */
  adapter: Adapter;
  event: AgentEvent;
  explanation: Explanation;
}

export interface ExplainPlace {
  env: Env;
  cwd: string;
}

/** What a policy makes of a payload: nothing is run, remembered or audited. What a known session has done so far counts. */
export function explainCall(
  payload: string,
  policy: Pick<ChosenPolicy, 'artefact' | 'projectRoot'>,
  { env, cwd }: ExplainPlace,
): ExplainedCall | { problem: string } {
  if (policy.artefact === null) return { problem: 'the policy has errors' };
  const home = homeOf(nodeSystem, env);
  const received = receivePayload(payload);
  const adapter = speakerOf(fieldsOf(received), {}, null);
  const decoded = adapter.decode(received, { projectRoot: policy.projectRoot, cwd, home });
  if (!decoded.ok) return { problem: `the payload is ${decoded.problem}` };
  const { event } = decoded;
  const world = createWorld(nodeSystem, { env, home, guard: () => guardPlaces({ system: nodeSystem, env, home }) });
  const past = fileState(nodeSystem, stateDirectory(nodeSystem, env)).read(event.session.id).facts;
  const explanation = explain(event, {
    policy: fromArtefact(policy.artefact),
    world,
    session: createSession(past),
    mode: modeFromEnvironment(env) ?? undefined,
  });
  return { adapter, event, explanation: withoutCodes(explanation) };
}

export function wordExplained(
  { adapter, event, explanation }: ExplainedCall,
  loosenings: readonly Loosening[],
): Explained {
  const { judgement } = explanation;
  const { stdout, stderr, exitCode } = adapter.encode(event, answerTo(judgement));
  const answer = exitCode === 0 || stdout !== '' ? stdout.trimEnd() : JSON.stringify({ exitCode, stderr });
  return explainedOf(explanation, loosenings, answer);
}

/** `answer`: the text that the hook would print. */
export function explainedOf(explanation: Explanation, loosenings: readonly Loosening[], answer: string): Explained {
  const { judgement, ...rest } = explanation;
  return {
    verdict: judgement.verdict === 'none' ? 'pass' : judgement.verdict,
    deciding: decidingFirst(judgement.hits)[0]?.rule ?? null,
    uncertain: judgement.uncertain,
    ...rest,
    hits: judgement.hits,
    loosenings,
    answer: answer === '' ? null : (JSON.parse(answer) as unknown),
  };
}

/** Nothing is remembered here, so there is nothing that a person could permit once. */
function withoutCodes({ judgement, ...rest }: Explanation): Explanation {
  return { ...rest, judgement: { ...judgement, hits: judgement.hits.map((hit) => ({ ...hit, onceCode: null })) } };
}
