import type { Built } from './compile.ts';
import { readExamples } from '../tests/example-cases.ts';
import type { Problem } from '../language/problem.ts';

/** Rules without an example that fires, or without one that must not: a warning here, an error in `check --strict`. */
export function untestedRules({ files }: Built): Problem[] {
  return files.flatMap((parsed) => {
    return Object.entries(parsed.value.rules ?? {}).flatMap(([id, rule]): Problem[] => {
      const steps = readExamples(rule.tests, ['rules', id, 'tests'], () => {}).flatMap((one) => one.steps);
      const expected = new Set(steps.map((step) => (step.kind === 'wait' ? null : step.expect)));
      const fires = [...expected].some((one) => one !== null && one !== 'pass');
      if (fires && expected.has('pass')) return [];
      const missing = fires ? 'that must not fire' : expected.has('pass') ? 'that fires' : 'at all';
      return [{ ...parsed.at(['rules', id]), severity: 'warning', message: `rule "${id}" has no test ${missing}` }];
    });
  });
}
