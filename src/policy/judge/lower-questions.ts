import type { AgentEvent } from '../../protocol/agent-event.ts';
import type { Hits, RuleHit } from '../judgement.ts';

/**
 * Where nobody can be asked, a question is a refusal: most agents take a question that they do not understand for a yes. The hit keeps its verb, so that the
 * audit trail and `explain` show what the rule wanted and what came of it.
 */
export function lowerQuestions(hits: Hits, event: Pick<AgentEvent, 'event' | 'noQuestion'>): Hits {
  const why = event.noQuestion;
  if (why === undefined || event.event !== 'before-tool') return hits;
  // A refusal decides already, with its own reason.
  if (hits.some((hit) => hit.effective === 'deny')) return hits;
  return hits.map((hit) => (hit.effective === 'ask' ? lowered(hit, why) : hit));
}

function lowered(hit: RuleHit, why: string): RuleHit {
  return { ...hit, effective: 'deny', text: `${hit.text} (${why})` };
}
