import type { LoadedPolicy } from '../../../src/policy/index.ts';
import type { World } from '../../../src/system/ports.ts';
import * as hook from '../../support/judge-call.ts';

export type { Call } from '../../support/judge-call.ts';

export interface Where {
  home: string;
  root: string;
  /** What the world answers otherwise than one of which nothing is known. */
  world?: Partial<World>;
}

export const HERE: Where = { home: '/home/user', root: '/home/user/code/app' };

/** As the hook judges a call, in a world of which only the directories are known. */
export function judgeCall(policy: LoadedPolicy, call: hook.Call, { home, root, world = {} }: Where = HERE) {
  return hook.judgeCall(policy, call, { place: { home, cwd: root }, facts: world });
}

export function judgeBash(policy: LoadedPolicy, command: string, where: Where = HERE): hook.Verdict {
  return judgeCall(policy, { tool: 'Bash', input: { command } }, where);
}
