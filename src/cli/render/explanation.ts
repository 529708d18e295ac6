import type { AgentEvent } from '../../protocol/agent-event.ts';
import type { RuleHit } from '../../policy/judgement.ts';
import { decidingFirst } from '../../policy/strictness.ts';
import type { Explanation, RuleExplanation } from '../../policy/index.ts';
import { COLOURS } from './decisions.ts';
import { count } from './problems.ts';
import { factLines, ruleHead } from './rule-facts.ts';
import { nearPath } from './text/near-path.ts';
import { harmless, oneLine, shorten } from './text/plain-text.ts';
import type { DetailedPage, Page } from './text/style.ts';
import { table } from './text/table.ts';
import { hang } from './text/wrap.ts';

export interface ExplanationPage extends DetailedPage {
  cwd: string;
}

/** From top to bottom: the verdict, what the agent reads, the rule that decided and why, the other rules, what the call would do. */
export function renderExplanation(explanation: Explanation, event: AgentEvent, page: ExplanationPage): string {
  const { judgement, rules, marks } = explanation;
  const [deciding] = decidingFirst(judgement.hits);
  const decider = deciding === undefined ? undefined : rules.find((rule) => isOf(rule, deciding));
  const blocks = [
    headline(explanation, event, page),
    deciding === undefined ? [] : messageLines(deciding, judgement.verdict, page),
    decider === undefined ? [] : [ruleHead(decider, page.paint), ...factLines(decider, page)],
    otherRules(explanation, deciding, page),
    effectLines(explanation.effects, page),
    marks.flatMap((mark) => hang('Could not be followed: ', oneLine(mark), page.width, 2)),
    page.verbose ? allRules(rules, decider, page) : [],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const OUTCOMES: Record<Explanation['judgement']['verdict'], string> = {
  deny: 'The agent is refused and reads:',
  ask: 'A person is asked, with these words:',
  warn: 'It goes ahead, and the agent reads:',
  allow: 'It goes ahead without a permission prompt:',
  inject: 'It goes ahead, and the model gets this text:',
  none: "No rule stops it: the agent's own permissions apply.",
};

function headline({ judgement }: Explanation, event: AgentEvent, { paint, width }: Page): string[] {
  const verdict = judgement.verdict === 'none' ? 'PASS' : judgement.verdict.toUpperCase();
  const colour = judgement.verdict === 'none' ? 'green' : COLOURS[judgement.verdict];
  return hang(`${paint('bold', paint(colour, verdict))}  `, shorten(oneLine(wordCall(event)), 300), width);
}

function wordCall(event: AgentEvent): string {
  const [only, ...more] = event.actions;
  if (event.event === 'before-tool' && more.length === 0 && only?.kind === 'exec') return only.command;
  const { tool, input } = event;
  if (tool === null) return event.nativeEvent;
  const [first, ...others] = Object.entries(input ?? {}).filter(([, value]) => typeof value === 'string');
  const fields =
    first === undefined
      ? ''
      : tool.mcp === null
        ? ` ${String(first[1])}`
        : ` ${[first, ...others].map((pair) => pair.join('=')).join(' ')}`;
  return `${event.event === 'before-tool' ? '' : `${event.nativeEvent} `}${tool.native}${fields}`;
}

function messageLines(hit: RuleHit, verdict: Explanation['judgement']['verdict'], { paint, width }: Page): string[] {
  if (hit.effective === 'observe') return [OUTCOMES.none];
  return [
    OUTCOMES[verdict],
    ...harmless(hit.text)
      .split('\n')
      .flatMap((line) => hang('  ', line, width)),
    ...(hit.fix === null ? [] : hang(`  ${paint('cyan', '→')} `, harmless(hit.fix), width)),
  ];
}

/** Names only: the deciding rule says the same, or their text does not matter. */
function otherRules({ judgement, rules }: Explanation, deciding: RuleHit | undefined, page: ExplanationPage): string[] {
  const { paint, width, verbose } = page;
  const others = decidingFirst(judgement.hits).filter((hit) => hit !== deciding);
  const said = (hits: readonly RuleHit[]) =>
    hits.map(({ rule, effective }) => `${rule} (${effective === 'observe' ? 'only logged' : effective})`);
  const silent = rules.length - judgement.hits.length;
  return [
    ...(judgement.hits.length === 0 ? [OUTCOMES.none] : []),
    ...(others.length === 0 ? [] : hang('Also matched: ', said(others).join(', '), width, 2)),
    ...(silent <= 0 || verbose ? [] : [paint('dim', silentRules(silent, judgement.hits.length))]),
  ];
}

function silentRules(silent: number, matched: number): string {
  return `${count(silent, matched === 0 ? 'rule' : 'more rule')} checked, none matched (--verbose shows them).`;
}

const LISTED = 6;

/** Names that rules have for what a statement or a call of a service does: no such program runs. */
const STAND_INS = new Set(['database-statement', 'database-command', 'service-destroys']);

function effectLines(effects: Explanation['effects'], { paint, columns, cwd }: ExplanationPage): string[] {
  const near = (path: string) => nearPath(path, cwd);
  const rows = (
    [
      ['runs', effects.runs.filter((program) => !STAND_INS.has(program))],
      ['reads', effects.reads.map(near)],
      ['writes', effects.writes.map(near)],
      ['deletes', effects.deletes.map(near)],
      ['network', effects.network.map((host) => (host === '?' ? 'an address that is not known' : host))],
    ] as const
  ).filter(([, list]) => list.length > 0);
  const supposed = effects.ifEmpty.map(({ value, kind, path }) => [
    `if ${oneLine(value)} is empty, ${kind}s`,
    near(path),
  ]);
  if (rows.length + supposed.length === 0) return [];
  const cells = rows.map(([name, list]) => {
    const left = list.length - LISTED;
    const shown = list
      .slice(0, LISTED)
      .map((one) => oneLine(one))
      .join(', ');
    return [name, left > 0 ? `${shown} and ${left} more` : shown];
  });
  return [
    paint('bold', 'What it does'),
    ...table([{}, { narrow: 'wrap' }], [...cells, ...supposed], { width: columns, indent: 2 }),
  ];
}

function allRules(
  rules: readonly RuleExplanation[],
  decider: RuleExplanation | undefined,
  page: ExplanationPage,
): string[] {
  const others = rules.filter((rule) => rule !== decider);
  if (others.length === 0) return [];
  return [
    page.paint('bold', 'All other rules'),
    ...others.flatMap((rule) => [
      `${OUTCOME_WORDS[rule.outcome]}  ${ruleHead(rule, page.paint)}`,
      ...factLines(rule, { ...page, verbose: true }),
    ]),
  ];
}

export const OUTCOME_WORDS: Record<RuleExplanation['outcome'], string> = {
  hit: 'matched',
  miss: 'no match',
  unknown: 'not known',
  uncertain: 'not known',
};

function isOf(rule: RuleExplanation, hit: RuleHit): boolean {
  return rule.rule === hit.rule && rule.position.file === hit.position.file && rule.position.line === hit.position.line;
}
