import { type Explanation, formatExplanation } from '../../policy/index.ts';

/** So many misses may stand between the hits; more would bury them. */
const FEW_MISSES = 12;

export function renderExplanation(explanation: Explanation, all: boolean): string {
  const misses = explanation.rules.filter((rule) => rule.outcome === 'miss').length;
  if (all || misses <= FEW_MISSES) return formatExplanation(explanation);
  const rules = explanation.rules.filter((rule) => rule.outcome !== 'miss');
  return `${formatExplanation({ ...explanation, rules })}\n${misses} other rules did not match (--all lists them).`;
}
