import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { receivePayload } from '../../src/protocol/payload/payload.ts';
import { createSession, type Session } from '../../src/session/session.ts';
import { buildPolicy, formatProblem, fromArtefact, judgeEvent, type LoadedPolicy } from '../../src/policy/index.ts';
import { createEventCaches } from '../../src/policy/judge/event-caches.ts';
import { resolvePack } from '../../src/policy/packs/index.ts';
import { type Given, simulatedWorld } from '../../src/policy/tests/simulated-world.ts';
import type { World } from '../../src/system/ports.ts';

import { before } from './payloads.ts';

export interface Place {
  cwd: string;
  home: string;
}

/** A tool call as an agent's payload holds it. */
export interface Call {
  tool: string;
  input: Record<string, unknown>;
}

export interface Verdict {
  verdict: string;
  rules: string[];
}

const DEVELOPER: Place = { cwd: '/home/dev/app', home: '/home/dev' };

/** Every table judges with the same patterns, and several judge the same commands. */
const caches = createEventCaches({ commands: 5_000 });

interface JudgeOptions {
  place?: Place;
  given?: Given;
  facts?: Partial<World>;
  session?: Session;
}

/** The verdict, and the rules that decide it. */
export function judgeCall(policy: LoadedPolicy, call: Call, options: JudgeOptions = {}): Verdict {
  const { verdict, rules } = explainCall(policy, call, options);
  return { verdict, rules };
}

/** As the hook judges a call before it runs: the payload is decoded, then judged in a world that holds only what is given; `facts` answer in its place. */
export function explainCall(
  policy: LoadedPolicy,
  { tool, input }: Call,
  { place = DEVELOPER, given = {}, facts = {}, session = createSession() }: JudgeOptions = {},
): Verdict & { reasons: string[] } {
  const { cwd, home } = place;
  const payload = before(tool, input, { session_id: 'judge-call', tool_use_id: 'judge-call', cwd });
  const decoded = claudeCode.decode(receivePayload(JSON.stringify(payload)), { cwd, home, projectRoot: cwd });
  // The dispatcher refuses what it cannot decode, so no test may count that as a judgement.
  if (!decoded.ok) throw new Error(`the payload of ${tool} cannot be decoded`);
  const world = { ...worldOf(given, home), ...facts };
  const { verdict, hits } = judgeEvent(decoded.event, { policy, world, session, caches });
  const deciding = hits.filter((hit) => hit.effective === verdict);
  return { verdict, rules: deciding.map((hit) => hit.rule), reasons: deciding.map((hit) => hit.text) };
}

export function isStopped({ verdict }: Verdict): boolean {
  return verdict === 'deny' || verdict === 'ask';
}

const policies = new Map<string, LoadedPolicy>();

/** A project whose whole policy is one pack; it is compiled once for all files of a worker. */
export function policyOf(pack: string): LoadedPolicy {
  const policy = policies.get(pack) ?? compilePack(pack);
  policies.set(pack, policy);
  return policy;
}

function compilePack(pack: string): LoadedPolicy {
  const text = `policy: 1\nextends: pack:${pack}\n`;
  const built = buildPolicy({ sources: [{ file: 'policy.yaml', layer: 'project', text }], resolve: resolvePack });
  if (built.artefact === null) throw new Error(built.problems.map(formatProblem).join('\n'));
  return fromArtefact(built.artefact);
}

/** A path below a link leads below its target, as on a disk. */
function worldOf(given: Given, home: string): World {
  const links = Object.entries(given.links ?? {});
  const realpath = (path: string): string => {
    const link = links.find(([from]) => path === from || path.startsWith(`${from}/`));
    return link === undefined ? path : `${link[1]}${path.slice(link[0].length)}`;
  };
  return { ...simulatedWorld(given), home: () => home, realpath };
}
