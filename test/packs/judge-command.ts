import type { LoadedPolicy } from '../../src/policy/index.ts';
import { judgeCall, type Place, type Verdict } from '../support/judge-call.ts';

export { isStopped as isCaught, policyOf } from '../support/judge-call.ts';
export type { Place, Verdict } from '../support/judge-call.ts';

export const USUAL: Place = { cwd: '/home/user/code/app', home: '/home/user' };

/** As the hook judges a Bash call, in a world of which nothing is known but the directory. */
export function judgeCommand(policy: LoadedPolicy, command: string, place: Place = USUAL): Verdict {
  return judgeCall(policy, { tool: 'Bash', input: { command } }, { place });
}
