import type { TrustGap } from '../../hook/trust/trust-gap.ts';
import { type Loosening, wordLoosening } from '../../policy/index.ts';
import { oneLine } from './text/plain-text.ts';

/** What makes the guard milder, and what was ignored of it; nothing when there is neither. */
export function renderLoosenings(loosenings: readonly Loosening[], gap: TrustGap): string {
  const lines = (some: readonly Loosening[]) => some.map((one) => `  ${oneLine(wordLoosening(one))}\n`);
  const held = lines(loosenings.filter(({ inForce }) => inForce));
  const ignored = lines(loosenings.filter(({ inForce }) => !inForce));
  return [
    ...(held.length === 0 ? [] : ['Loosens other rules, and is in force:\n', ...held]),
    ...(ignored.length === 0 ? [] : [`${wordTrustGap(gap, loosenings)} Ignored until then:\n`, ...ignored]),
  ].join('');
}

/** What is in force instead, and how a person puts an end to it. */
export function wordTrustGap(gap: TrustGap, loosenings: readonly Loosening[]): string {
  const isDefaultKept = loosenings.some(({ kind, inForce }) => kind === 'default-pack' && !inForce);
  const meanwhile = `it can only tighten${isDefaultKept ? ', and the pack "default" stays in force beside it' : ''}`;
  const cause =
    gap === 'changed'
      ? "This project's policy has changed since you trusted it."
      : "You have not trusted this project's policy.";
  return `${cause} Until you read it and run \`hookctl trust\`, ${meanwhile}.`;
}
