import { claudeCode } from '../../../src/adapters/claude-code/index.ts';
import type { World } from '../../../src/system/ports.ts';
import { createSession } from '../../../src/session/session.ts';
import { judgeEvent, type LoadedPolicy } from '../../../src/policy/index.ts';
import { simulatedWorld } from '../../../src/policy/tests/simulated-world.ts';
import type { AgentEvent } from '../../../src/protocol/agent-event.ts';

export interface Call {
  tool: string;
  input: Record<string, unknown>;
}

export interface Where {
  home: string;
  root: string;
  /** What the world answers otherwise than one of which nothing is known. */
  world?: Partial<World>;
}

export interface Judged {
  verdict: string;
  rules: string[];
}

export const HERE: Where = { home: '/home/user', root: '/home/user/code/app' };

/** As the hook judges a call, in a world of which only the directories are known. */
export function judgeCall(policy: LoadedPolicy, { tool, input }: Call, { home, root, world }: Where = HERE): Judged {
  const event: AgentEvent = {
    agent: claudeCode.name,
    event: 'before-tool',
    nativeEvent: 'PreToolUse',
    session: { id: 'security', transcriptPath: null },
    callId: 'security',
    actor: { id: null, type: null, isSubagent: false },
    cwd: root,
    projectRoot: root,
    projectVariable: null,
    scratchpad: null,
    permissionMode: { native: null, normalised: 'unknown' },
    interactive: 'unknown',
    input,
    output: null,
    prompt: null,
    source: null,
    stopActive: false,
    raw: {},
    ...claudeCode.readCall(tool, input, { cwd: root, home }),
  };
  const { verdict, hits } = judgeEvent(event, {
    policy,
    world: { ...simulatedWorld({}), home: () => home, ...world },
    session: createSession(),
  });
  return { verdict, rules: hits.filter((hit) => hit.effective === verdict).map((hit) => hit.rule) };
}

export function judgeBash(policy: LoadedPolicy, command: string, where: Where = HERE): Judged {
  return judgeCall(policy, { tool: 'Bash', input: { command } }, where);
}
