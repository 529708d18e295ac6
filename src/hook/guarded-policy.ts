import type { HookHost } from './host.ts';
import type { Judgement } from '../policy/judgement.ts';
import type { PolicyPort } from '../policy/judge/policy-port.ts';
import { grantedOnce } from './granted-once.ts';
import type { GuardedState } from './guarded-state.ts';
import { stricter } from '../policy/compile/merge-defaults.ts';
import { failureHit, type OnError, onErrorFor } from './on-error.ts';

/** What `on-error` says for the whole policy. */
export function statedOnError({ compiled }: HookHost): OnError | null {
  return stricter(compiled.policy.head.defaults.onError, compiled.manifest.onError ?? undefined);
}

/** The policy, plus the failure policy for what it could not know: missing rules, a memory that cannot be read, a grant spent twice. */
export function guardedPolicy(host: HookHost, state: GuardedState): PolicyPort {
  const { policy, compiled, mode } = host;
  const judge: PolicyPort['judge'] = (event, world, session) => {
    let asked = false;
    const watched = () => {
      asked = true;
      return session();
    };
    const judgement = grantedOnce(policy.judge(event, world, watched), host, event, session, (patched) =>
      policy.judge(event, world, () => patched),
    );
    const verb = onErrorFor(event, statedOnError(host));
    if (verb === 'skip') return judgement;
    if (compiled.manifest.impaired)
      return withFailure(judgement, 'policy-broken', wordBroken(compiled.manifest.problems), verb);
    if (asked && state.unreadable() !== null)
      return withFailure(
        judgement,
        'state-unreadable',
        `hookctl cannot read its memory of this session (${state.unreadable()}), which a rule on this call needs.`,
        verb,
      );
    return judgement;
  };
  const withFailure = (judgement: Judgement, rule: string, text: string, verb: 'ask' | 'deny'): Judgement => {
    const hit = failureHit(rule, text, verb, mode);
    const stronger = hit.effective === 'deny' || (hit.effective === 'ask' && judgement.verdict !== 'deny');
    const weak = hit.effective === 'warn' && (judgement.verdict === 'none' || judgement.verdict === 'inject');
    const verdict = stronger || weak ? (hit.effective as Judgement['verdict']) : judgement.verdict;
    return { ...judgement, verdict, hits: [...judgement.hits, hit] };
  };
  return { factsOf: policy.factsOf, judge, problems: policy.problems };
}

function wordBroken(problems: readonly string[]): string {
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more; hookctl check lists them)` : '';
  return `The policy has errors and there is no earlier version of it, so its rules are not in force: ${problems[0] ?? 'unreadable'}${more}.`;
}
