import type { OnError } from './compile/artefact.ts';
import type { Hits, Mode, RuleHit, Verb } from './judgement.ts';
import type { AgentEvent } from '../protocol/agent-event.ts';

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

/** Modes, from the mildest to the strictest. */
export const MODES: readonly Mode[] = ['observe', 'warn', 'enforce'];

export function milder(a: Mode, b: Mode): Mode {
  return MODES.indexOf(a) < MODES.indexOf(b) ? a : b;
}

export function stricter(a: Mode, b: Mode): Mode {
  return milder(a, b) === a ? b : a;
}

/** What `on-error` and `uncertain` may say, from the mildest to the strictest. */
const ON_ERROR: readonly OnError[] = ['skip', 'ask', 'deny'];

export function stricterOnError(a: OnError | null, b: OnError | undefined): OnError | null {
  if (b === undefined) return a;
  return a === null || ON_ERROR.indexOf(b) > ON_ERROR.indexOf(a) ? b : a;
}

/**
 * If no person can be asked, a question becomes a refusal, because most agents take a question that they do not understand for a yes. The hit keeps its
 * verb, so that the audit trail and `explain` show what the rule wanted and what came of it.
 */
export function refuseQuestions(hits: Hits, event: Pick<AgentEvent, 'event' | 'noQuestion'>): Hits {
  const why = event.noQuestion;
  if (why === undefined || event.event !== 'before-tool') return hits;
  // A refusal decides already, with its own reason.
  if (hits.some((hit) => hit.effective === 'deny')) return hits;
  return hits.map((hit) => (hit.effective === 'ask' ? refused(hit, why) : hit));
}

function refused(hit: RuleHit, why: string): RuleHit {
  return { ...hit, effective: 'deny', text: `${hit.text} (${why})` };
}
