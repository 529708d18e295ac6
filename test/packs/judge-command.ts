import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { foldFacts } from '../../src/engine/state.ts';
import { buildPolicy, formatProblem, fromArtefact, judge, type LoadedPolicy } from '../../src/policy/index.ts';
import { resolvePack } from '../../src/policy/packs/index.ts';
import { simulatedWorld } from '../../src/policy/simulated-world.ts';
import type { AgentEvent } from '../../src/protocol/agent-event.ts';

export interface Place {
  cwd: string;
  home: string;
}

export const USUAL: Place = { cwd: '/home/user/code/app', home: '/home/user' };

/** A project whose whole policy is one pack. */
export function policyOf(pack: string): LoadedPolicy {
  const text = `policy: 1\nextends: pack:${pack}\n`;
  const built = buildPolicy({ sources: [{ file: 'policy.yaml', layer: 'project', text }], resolve: resolvePack });
  if (built.artefact === null) throw new Error(built.problems.map(formatProblem).join('\n'));
  return fromArtefact(built.artefact);
}

export interface Verdict {
  verdict: string;
  rules: string[];
}

/** As the hook judges a Bash call, in a world of which nothing is known but the directory. */
export function judgeCommand(policy: LoadedPolicy, command: string, { cwd, home }: Place = USUAL): Verdict {
  const world = { ...simulatedWorld({}), home: () => home };
  const input = { command };
  const event: AgentEvent = {
    agent: claudeCode.name,
    event: 'before-tool',
    nativeEvent: 'PreToolUse',
    session: { id: 'corpus', transcriptPath: null },
    callId: 'corpus',
    actor: { id: null, type: null, isSubagent: false },
    cwd,
    projectRoot: cwd,
    scratchpad: null,
    permissionMode: { native: null, normalised: 'unknown' },
    interactive: 'unknown',
    input,
    output: null,
    prompt: null,
    source: null,
    stopActive: false,
    raw: {},
    ...claudeCode.readCall('Bash', input, { cwd, home }),
  };
  const { verdict, hits } = judge({ policy, event, world, session: () => foldFacts([]) });
  return { verdict, rules: hits.filter((hit) => hit.effective === verdict).map((hit) => hit.rule) };
}

export function isCaught({ verdict }: Verdict): boolean {
  return verdict === 'deny' || verdict === 'ask';
}
