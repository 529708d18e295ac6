import type { ExplainedCondition, RuleExplanation } from '../../policy/index.ts';
import { nearPath } from './text/near-path.ts';
import { oneLine, shorten } from './text/plain-text.ts';
import type { DetailedPage, Page, Paint } from './text/style.ts';
import { hang } from './text/wrap.ts';

/** `git-force-push  pack:git:102`, as a person looks it up. */
export function ruleHead({ rule, position, effective }: RuleExplanation, paint: Paint): string {
  const place = paint('dim', `${nearPath(position.file, process.cwd())}:${position.line}`);
  return `${paint('bold', rule)}  ${place}${effective === 'observe' ? '  (only logged)' : ''}`;
}

/** What made a rule match, or kept it from matching: ✓ for what spoke for it, ✗ for what spoke against it, ? for what is unknown. */
export function factLines(rule: RuleExplanation, page: DetailedPage): string[] {
  const conditions = rule.conditions.map((condition) => ({ ...condition, ...wordFact(condition, page.paint) }));
  const when = conditions.filter(({ of }) => of === 'when');
  const unless = conditions.filter(({ of }) => of === 'unless');
  if (conditions.length === 0) return factLine(true, 'it has no conditions', page);
  const line = ({ held, text, of }: (typeof conditions)[number]) =>
    factLine(held, of === 'unless' ? `exception: ${text}` : text, page);
  if (page.verbose) return conditions.flatMap(line);
  // Of alternatives, those that did not hold say nothing about a rule that matched.
  if (rule.outcome !== 'miss')
    return [...when.filter(({ held }) => held !== false).flatMap(line), ...noException(unless, page)];
  const against = when.filter(({ held }) => held !== true);
  return (against.length > 0 ? against : unless.filter(({ held }) => held === true)).flatMap(line);
}

function noException(exceptions: readonly ExplainedCondition[], page: Page): string[] {
  if (exceptions.length === 0) return [];
  const names = [...new Set(exceptions.map(({ written }) => readWritten(written).name))];
  return factLine(false, `no exception applies (${names.join(', ')})`, page);
}

type Held = boolean | 'unclear';

const MARKS = { true: ['green', '✓'], false: ['red', '✗'], unclear: ['yellow', '?'] } as const;

function factLine(held: Held, text: string, { paint, width }: Page): string[] {
  const [colour, mark] = MARKS[`${held}`];
  return hang(`  ${paint(colour, mark)} `, text, width);
}

const LONGEST = 60;
const LISTED = 3;

/** `path is src/a.ts (rule: src/**)`, `path is src/a.ts, not @temps`. */
function wordFact({ written, truth, saw, negated }: ExplainedCondition, paint: Paint): { held: Held; text: string } {
  const { name, wanted } = readWritten(written);
  const is = VERBS.has(name) ? name : `${name} is`;
  if (typeof truth !== 'boolean') return { held: 'unclear', text: `${is} … is not known (rule: ${wanted})` };
  const held = truth !== negated;
  if (wanted === 'true' || wanted === 'false')
    return { held, text: `${is} ${truth ? wanted : String(wanted === 'false')}` };
  const seen = wordSeen(saw);
  if (!truth) return { held, text: seen === '' ? `${is} not ${wanted}` : `${is} ${seen}, not ${wanted}` };
  if (seen === '' || seen === wanted) return { held, text: `${is} ${wanted}` };
  return { held, text: `${is} ${seen} ${paint('dim', `(rule: ${wanted})`)}` };
}

/** Conditions that are verbs themselves. */
const VERBS = new Set(['runs', 'writes', 'reads', 'deletes', 'pipes', 'names', 'mounts', 'exists']);

function readWritten(written: string): { name: string; wanted: string } {
  const [, name = written, value = ''] = /^(\S+?):? (.*)$/s.exec(written) ?? [];
  return { name, wanted: shorten(wordValue(parsed(value)), LONGEST) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function wordValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordValue).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, one]) => `${key} ${wordValue(one)}`)
      .join(', ');
  return oneLine(String(value));
}

function wordSeen(saw: unknown): string {
  if (saw === undefined || saw === null) return '';
  const list = (Array.isArray(saw) ? saw : [saw]).map((one) => shorten(wordValue(one), LONGEST));
  const distinct = [...new Set(list)].filter((text) => text !== '');
  const left = distinct.length - LISTED;
  return left > 0 ? `${distinct.slice(0, LISTED).join(', ')} (and ${left} more)` : distinct.join(', ');
}
