import { wordHit } from '../../policy/judge/answer-to.ts';
import { type Explanation, formatExplanation, type RuleExplanation } from '../../policy/index.ts';
import { harmless, oneLine, shorten } from './text/plain-text.ts';
import { count } from './problems.ts';
import type { Paint } from './text/style.ts';

/** So many rules that came to nothing may stand between the others; more would bury them. */
const FEW = 12;

/** One line per rule. */
export function renderExplanation(explanation: Explanation, all: boolean): string {
  const { shown, left } = split(explanation, all);
  return [formatExplanation({ ...explanation, rules: shown }), ...left].join('\n');
}

/** One line per condition, for a page on one decision. A rule that matched shows only the conditions that held, unless all are requested. */
export function renderFindings(explanation: Explanation, all: boolean, width: number, paint: Paint): string[] {
  const { shown, left } = split(explanation, all);
  const { judgement, marks } = explanation;
  const spoken = judgement.hits.filter((hit) => hit.effective === judgement.verdict).map(wordHit);
  return [
    ...shown.flatMap((rule) => ruleLines(rule, all, width, paint)),
    ...left,
    ...marks.map((mark) => shorten(`could not tell: ${oneLine(mark)}`, width)),
    judgement.verdict === 'none' ? '=> no rule speaks' : `=> ${judgement.verdict}  ${harmless(spoken.join('\n'))}`,
  ];
}

function ruleLines(
  { rule, position, outcome, effective, conditions }: RuleExplanation,
  all: boolean,
  width: number,
  paint: Paint,
): string[] {
  const name = outcome === 'hit' ? paint('bold', 'HIT ') : outcome === 'miss' ? 'miss' : '??? ';
  const came = effective === 'observe' ? '  (only logged)' : '';
  const held = conditions.filter(({ truth }) => all || outcome !== 'hit' || truth === true);
  return [
    `${name} ${rule}  ${paint('dim', `${position.file}:${position.line}:${position.column}`)}${came}`,
    ...held.map(({ of, written, truth, saw }) => {
      const mark = truth === true ? 'v' : truth === false ? 'x' : '?';
      return shorten(
        `       ${of === 'unless' ? 'unless ' : ''}${mark} ${oneLine(written)}  saw ${oneLine(JSON.stringify(saw) ?? 'nothing')}`,
        width,
      );
    }),
  ];
}

/** Rules that neither matched nor had a say although they could not be told are counted when they are many. */
function split({ rules }: Explanation, all: boolean): { shown: RuleExplanation[]; left: string[] } {
  const idle = rules.filter(({ outcome, effective }) => outcome !== 'hit' && effective === null);
  if (all || idle.length <= FEW) return { shown: rules, left: [] };
  const misses = idle.filter(({ outcome }) => outcome === 'miss').length;
  const unclear = idle.length - misses;
  const counted = [
    ...(misses > 0 ? [`${count(misses, 'other rule')} did not match`] : []),
    ...(unclear > 0 ? [`${count(unclear, 'rule')} could not be decided and did not count`] : []),
  ];
  return { shown: rules.filter((rule) => !idle.includes(rule)), left: [`${counted.join('; ')} (--all lists them).`] };
}
