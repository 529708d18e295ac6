import type { Problem } from '../language/problem.ts';
import { directoriesWithoutSlash } from './directories-without-slash.ts';
import type { CheckedPolicy, PolicyCheck } from './policy-check.ts';
import { refusedAdvice } from './refused-advice.ts';
import { shadowedRules } from './shadowed-rules.ts';
import { starValues } from './star-values.ts';
import { unreachableRules } from './unreachable-rules.ts';

/**
 * What `hookctl check` says about a policy that loads. What shows in one text alone is an error that the compiler reports:
 * `regex-as-pattern.ts`, `event-as-tool.ts`, `test-tools.ts` and `given-values.ts` of this folder. `logic/` says which conditions can hold together.
 */
const CHECKS: readonly PolicyCheck[] = [
  starValues,
  directoriesWithoutSlash,
  unreachableRules,
  shadowedRules,
  refusedAdvice,
];

/** Rules that load and can never do what they say. Pure; asks about files through `project.kind`. */
export function checkPolicy(policy: CheckedPolicy): Problem[] {
  return CHECKS.flatMap(({ find }) =>
    find(policy).map(({ parsed, path, message }): Problem => ({ ...parsed.at(path), severity: 'warning', message })),
  );
}
