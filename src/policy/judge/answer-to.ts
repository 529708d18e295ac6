import type { Answer } from '../../protocol/agent-event.ts';
import { withoutHidden } from '../../protocol/text/visible-text.ts';
import type { Judgement, RuleHit } from '../judgement.ts';

/** Judgement → answer: the top rank decides, its reasons are joined, warnings and context come along anyway. */
export function answerTo(judgement: Judgement): Answer {
  const effective = (verb: RuleHit['effective']) => judgement.hits.filter((hit) => hit.effective === verb);
  const warnings = effective('warn').map(wordHit);
  const injected = effective('inject').map((hit) => withoutHidden(hit.text));
  const { verdict } = judgement;
  const decides = verdict === 'deny' || verdict === 'ask' || verdict === 'allow';
  return {
    verdict: decides ? verdict : 'none',
    reason: decides ? wordReasons(effective(verdict)) : '',
    context: unique([...warnings, ...injected, ...judgement.advice.map(withoutHidden)]),
    userMessages: unique([...warnings, ...judgement.notices]),
  };
}

/** The message comes first, so that a person reads what matters; then the way out and the rule's name. */
export function wordHit(hit: RuleHit): string {
  return withoutHidden([hit.text, hit.fix, `[${hit.rule}]`].filter(Boolean).join(' '));
}

function wordReasons(hits: RuleHit[]): string {
  const lines = unique(wordedByName(hits));
  const codes = unique(
    hits.flatMap((hit) => (hit.effective === 'deny' && hit.onceCode !== null ? [hit.onceCode] : [])),
  );
  if (codes.length > 0)
    lines.push(`If this is wanted, a person can permit it once: hookctl allow-once ${codes.join(' ')}`);
  return lines.join('\n');
}

/** `rm -rf /` takes along what every rule protects: the rules that name the target say why, the others are listed. */
function wordedByName(hits: RuleHit[]): string[] {
  const named = hits.filter((hit) => hit.swept !== true);
  const others = unique(hits.filter((hit) => hit.swept === true).map((hit) => hit.rule));
  if (named.length === 0 || others.length === 0) return hits.map(wordHit);
  return [...named.map(wordHit), `It also reaches files that other rules protect: ${others.join(', ')}.`];
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}
