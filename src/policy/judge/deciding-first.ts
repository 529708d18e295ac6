import type { Hits, RuleHit, Verb } from '../judgement.ts';

/** Verbs by strictness: the last one that a rule asks for decides. */
export const RANK: readonly (Verb | 'none')[] = ['none', 'inject', 'warn', 'allow', 'ask', 'deny'];

export function strictestVerb(hits: Hits): Verb | 'none' {
  let strictest = 0;
  for (const hit of hits) if (hit.effective !== 'observe') strictest = Math.max(strictest, RANK.indexOf(hit.effective));
  return RANK[strictest] as Verb | 'none';
}

type Weighed = Pick<RuleHit, 'rule' | 'effective' | 'because' | 'swept'>;

/**
 * The hits by weight: the rule that a person should read first comes first. The strictest verb decides; among equals a rule that is certain goes before
 * one that may apply, and a rule on what the call names before one on what it reaches besides.
 */
export function decidingFirst<H extends Weighed>(hits: readonly H[]): H[] {
  return hits
    .map((hit, at) => ({ hit, at }))
    .sort((a, b) => weightOf(b.hit) - weightOf(a.hit) || a.at - b.at)
    .map(({ hit }) => hit);
}

function weightOf({ effective, because, swept }: Weighed): number {
  const rank = effective === 'observe' ? -1 : RANK.indexOf(effective);
  return rank * 4 + (because === 'holds' ? 2 : 0) + (swept === true ? 0 : 1);
}
