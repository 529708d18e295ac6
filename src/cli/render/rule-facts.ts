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

/**
 * What made a rule match, or kept it from matching: ✓ for what spoke for it, ✗ for what spoke against it, ? for what is unknown. A rule that matched has
 * one row for each thing that was looked at, however many conditions ask for it.
 */
export function factLines(rule: RuleExplanation, page: DetailedPage): string[] {
  const conditions = rule.conditions.map((condition) => ({ ...condition, ...readFact(condition) }));
  const when = conditions.filter(({ of }) => of === 'when');
  const unless = conditions.filter(({ of }) => of === 'unless');
  if (conditions.length === 0) return factLine(true, 'it has no conditions', page);
  const line = (fact: (typeof conditions)[number]) => {
    const text = wordFact(fact, page.paint);
    return factLine(fact.held, fact.of === 'unless' ? `exception: ${text}` : text, page);
  };
  if (page.verbose) return conditions.flatMap(line);
  // Of alternatives, those that did not hold say nothing about a rule that matched.
  if (rule.outcome !== 'miss')
    return [
      ...merged(when.filter(({ held, decides }) => held !== false && decides)).flatMap(line),
      ...noException(unless, page),
    ];
  const against = when.filter(({ held }) => held !== true);
  return (against.length > 0 ? against : unless.filter(({ held }) => held === true)).flatMap(line);
}

function noException(exceptions: readonly ExplainedCondition[], page: Page): string[] {
  if (exceptions.length === 0) return [];
  const names = [...new Set(exceptions.map(({ written }) => readWritten(written).name))];
  return factLine(true, `no exception applies (${names.join(', ')})`, page);
}

type Held = boolean | 'unclear';

const MARKS = { true: ['green', '✓'], false: ['red', '✗'], unclear: ['yellow', '?'] } as const;

function factLine(held: Held, text: string, { paint, width }: Page): string[] {
  const [colour, mark] = MARKS[`${held}`];
  return hang(`  ${paint(colour, mark)} `, text, width);
}

const LONGEST = 60;
const LISTED = 3;

interface Fact {
  held: Held;
  name: string;
  /** What the call has of it; empty where that is not known or has no words. */
  seen: string;
  wanted: string[];
  /** Values that it must not have, and has not. */
  unwanted: string[];
  truth: ExplainedCondition['truth'];
}

function readFact({ written, truth, saw, negated }: ExplainedCondition): Fact {
  const { name, wanted } = readWritten(written);
  const isUnclear = typeof truth !== 'boolean';
  const isFlag = wanted === 'true' || wanted === 'false';
  const seen = isUnclear || isFlag ? '' : name === 'change' ? wordSeen(saw, CHANGES) : wordSeen(saw);
  const isExcluded = truth === false;
  return {
    held: isUnclear ? 'unclear' : truth !== negated,
    name,
    seen,
    wanted: isExcluded ? [] : [wanted],
    unwanted: isExcluded ? [wanted] : [],
    truth,
  };
}

/** The facts about one thing in one row. */
function merged<F extends Fact>(facts: readonly F[]): F[] {
  const rows = new Map<string, F>();
  for (const fact of facts) {
    const key = JSON.stringify([fact.held, fact.name, fact.seen]);
    const row = rows.get(key);
    const join = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])];
    rows.set(
      key,
      row === undefined
        ? fact
        : { ...row, wanted: join(row.wanted, fact.wanted), unwanted: join(row.unwanted, fact.unwanted) },
    );
  }
  return [...rows.values()];
}

/** `path is src/a.ts (rule: src/**)`, `path is src/a.ts, not @temps`. */
function wordFact({ name, seen, wanted, unwanted, truth }: Fact, paint: Paint): string {
  const is = VERBS.has(name) ? name : `${name} is`;
  const asked = shorten(wanted.join(' and '), LONGEST);
  if (typeof truth !== 'boolean') return `${is} … is not known (rule: ${asked})`;
  const [flag] = [...wanted, ...unwanted];
  if (flag === 'true' || flag === 'false') return `${is} ${wanted.length > 0 ? flag : String(flag === 'false')}`;
  const not = unwanted.length === 0 ? '' : `not ${unwanted.join(', ')}`;
  if (asked === '') return seen === '' ? `${is} ${not}` : `${is} ${seen}, ${not}`;
  const rest = not === '' ? '' : `, ${not}`;
  if (seen === '' || seen === asked) return `${is} ${asked}${rest}`;
  return `${is} ${seen}${rest} ${paint('dim', `(rule: ${asked})`)}`;
}

/** Words of `change` that only readers of the manual know. */
const CHANGES: Readonly<Record<string, string>> = {
  sweep: 'everything below (sweep)',
  guess: 'only the directory is known (guess)',
  blind: 'nothing of the path is known (blind)',
};

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

function wordSeen(saw: unknown, words: Readonly<Record<string, string>> = {}): string {
  if (saw === undefined || saw === null) return '';
  const list = (Array.isArray(saw) ? saw : [saw])
    .map((one) => shorten(wordValue(one), LONGEST))
    .map((text) => words[text] ?? text);
  const distinct = [...new Set(list)].filter((text) => text !== '');
  const left = distinct.length - LISTED;
  return left > 0 ? `${distinct.slice(0, LISTED).join(', ')} (and ${left} more)` : distinct.join(', ');
}
