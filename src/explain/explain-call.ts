import { speakerOf } from '../adapters/index.ts';
import { modeFromEnvironment } from '../hook/host.ts';
import type { ChosenPolicy } from '../hook/policy-files/chosen-policy.ts';
import { guardPlaces } from '../hook/policy-files/guard-places.ts';
import { type Env, homeOf, stateDirectory } from '../hook/policy-files/locations.ts';
import { type Artefact, explain, type Explanation, fromArtefact, type Loosening } from '../policy/index.ts';
import { answerTo } from '../policy/judge/answer-to.ts';
import { decidingFirst } from '../policy/strictness.ts';
import type { Judgement, Mode, Verb } from '../policy/judgement.ts';
import type { Adapter, AgentEvent } from '../protocol/agent-event.ts';
import { fieldsOf, receivePayload } from '../protocol/payload/payload.ts';
import { createSession } from '../session/session.ts';
import type { Fact } from '../session/state.ts';
import { fileState } from '../session/store/file-state.ts';
import { createWorld } from '../system/facts/world.ts';
import { nodeSystem } from '../system/node/system.ts';
import type { World } from '../system/ports.ts';

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
  /** Supposed to be checked out, whatever is. */
  branch?: string | undefined;
  /** Whose call it is, where the payload does not tell. */
  agent?: Adapter | undefined;
}

/** What is known of the machine that a call would be made on. */
export interface CallerMachine {
  projectRoot: string;
  cwd: string;
  home: string;
  world: World;
  /** What a session has done so far. */
  factsOf: (session: string) => readonly Fact[];
  mode: Mode | undefined;
  agent?: Adapter | undefined;
}

/** What a policy makes of a payload on this machine: nothing is run, remembered or audited. What a known session has done so far counts. */
export function explainCall(
  payload: string,
  { artefact, projectRoot }: Pick<ChosenPolicy, 'artefact' | 'projectRoot'>,
  { env, cwd, branch, agent }: ExplainPlace,
): ExplainedCall | { problem: string } {
  if (artefact === null) return { problem: 'the policy has errors' };
  const home = homeOf(nodeSystem, env);
  return explainPayload(payload, artefact, {
    projectRoot,
    cwd,
    home,
    world: supposing(
      createWorld(nodeSystem, { env, home, guard: () => guardPlaces({ system: nodeSystem, env, home }) }),
      branch,
    ),
    factsOf: (session) => fileState(nodeSystem, stateDirectory(nodeSystem, env)).read(session).facts,
    mode: modeFromEnvironment(env) ?? undefined,
    agent,
  });
}

/** The world with another branch checked out. */
export function supposing(world: World, branch: string | undefined): World {
  return branch === undefined ? world : { ...world, branch: () => branch };
}

/** The same for any machine. */
export function explainPayload(
  payload: string,
  artefact: Artefact,
  { projectRoot, cwd, home, world, factsOf, mode, agent }: CallerMachine,
): ExplainedCall | { problem: string } {
  const received = receivePayload(payload);
  const adapter = speakerOf(fieldsOf(received), {}, agent ?? null);
  const decoded = adapter.decode(received, { projectRoot, cwd, home });
  if (!decoded.ok) return { problem: `the payload is ${decoded.problem}` };
  const { event } = decoded;
  const session = createSession(factsOf(event.session.id));
  const explanation = explain(event, { policy: fromArtefact(artefact), world, session, mode });
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
