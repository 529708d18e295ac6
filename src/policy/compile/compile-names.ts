import { ACTION_NAMES, type Check, type Counter } from './artefact.ts';
import { readDuration } from '../language/comparison.ts';
import { compilePatterns } from '../conditions/commands.ts';
import { didYouMean } from '../../protocol/text/did-you-mean.ts';
import type { Visible } from '../language/gather.ts';
import type { Loosen } from './loosening.ts';
import type { ParsedPolicy } from '../language/parse.ts';
import type { ReportProblem } from '../language/problem.ts';
import { regexProblem } from '../regex/safety.ts';
import { isRegexText } from '../regex/syntax.ts';

/** The file that defines a name, and where its problems go. */
interface Defining {
  parsed: ParsedPolicy;
  problem: ReportProblem;
  warning: ReportProblem;
}

export interface CheckInput extends Defining {
  visible: Visible;
  /** What has been compiled so far; the check is added here. */
  checks: Record<string, Check>;
  loosen: Loosen;
}

export interface CounterInput extends Defining {
  rules: ReadonlySet<string>;
  checks: readonly string[];
  /** What has been compiled so far; the counter is added here. */
  counters: Record<string, Counter>;
  unknownName: ReportProblem;
}

/**
 * Checks of one name are one check: a project may add its own test command to a pack's. A managed check cannot be widened from below, and a file that
 * no person has trusted widens only its own. Files come in order of authority.
 */
export function compileCheck(name: string, { parsed, visible, checks, problem, warning, loosen }: CheckInput): void {
  const definition = parsed.value.checks?.[name];
  if (definition === undefined) return;
  const path = ['checks', name];
  const runs = compilePatterns(definition.runs, {
    sets: visible.sets,
    problem: (message) => problem([...path, 'runs'], message),
    unknownName: (kind, unknown, known) =>
      problem([...path, 'runs'], `unknown ${kind} "${unknown}"${didYouMean(unknown, known)}`),
  });
  const passes = definition.passes ?? 'exit 0';
  if (passes !== 'exit 0') {
    const wrong = isRegexText(passes) ? regexProblem(passes) : 'expected "exit 0" or /re/';
    if (wrong !== null) problem([...path, 'passes'], `"passes": ${wrong}`);
  }
  const before = Object.hasOwn(checks, name) ? checks[name] : undefined;
  const { layer, untrusted } = parsed.source;
  if (before === undefined)
    checks[name] = {
      runs,
      passes,
      ...(layer === 'managed' ? { managed: true } : {}),
      ...(untrusted === undefined ? {} : { untrusted: true }),
    };
  else if (untrusted !== undefined && before.untrusted !== true) {
    const isNew = runs.some((run) => !before.runs.some((known) => JSON.stringify(known) === JSON.stringify(run)));
    if (isNew) loosen(parsed, path, { kind: 'check', name, what: 'counts more commands as a passed check' });
  } else if (before.managed === true && layer !== 'managed')
    warning(path, `check "${name}" is set by the managed policy; this one is ignored`);
  else {
    before.runs.push(...runs);
    if (untrusted === undefined && !parsed.source.file.startsWith('pack:'))
      loosen(parsed, path, { kind: 'check', name, what: 'counts more commands as a passed check' });
  }
}

export function compileCounter(name: string, input: CounterInput): void {
  const { parsed, rules, checks, counters, problem, unknownName, warning } = input;
  const definition = parsed.value.counters?.[name];
  if (definition === undefined || typeof definition.of !== 'string') return;
  const path = ['counters', name];
  if (name === 'edits') problem(path, '"edits" is built in; choose another name');
  const of = readCounted(definition.of);
  if (of.kind === 'rule' && !rules.has(of.name))
    unknownName([...path, 'of'], wordUncountable(definition.of, rules, checks));
  if (of.kind === 'check' && !checks.includes(of.name))
    unknownName([...path, 'of'], `unknown check "${of.name}"${didYouMean(of.name, checks)}`);
  if (of.kind !== 'action' && definition.per !== undefined && definition.per !== 'session')
    problem([...path, 'per'], `a ${of.kind} is counted per session`);
  const check = definition.reset?.startsWith('check ') ? definition.reset.slice(6).trim() : null;
  if (check !== null && !checks.includes(check))
    unknownName([...path, 'reset'], `unknown check "${check}"${didYouMean(check, checks)}`);
  const counter: Counter = {
    of,
    per: definition.per ?? 'session',
    withinMs: definition.within === undefined ? null : readDuration(definition.within),
    reset: definition.reset === undefined ? null : check === null ? { on: 'prompt' } : { on: 'check', name: check },
    ...(parsed.source.untrusted === undefined ? {} : { untrusted: true }),
  };
  const before = Object.hasOwn(counters, name) ? counters[name] : undefined;
  if (before === undefined) counters[name] = counter;
  else if (JSON.stringify(before) !== JSON.stringify(counter))
    warning(path, `counter "${name}" is already defined by a higher layer, which wins`);
}

const COUNTED_ACTIONS = [...ACTION_NAMES, 'edit', 'any'] as const;

/** `check tests failed`, an action, or else a rule. */
function readCounted(text: string): Counter['of'] {
  const run = /^check\s+(\S+)(?:\s+(ok|failed))?$/.exec(text.trim());
  if (run !== null)
    return { kind: 'check', name: run[1] ?? '', result: (run[2] as 'ok' | 'failed' | undefined) ?? null };
  const action = COUNTED_ACTIONS.find((name) => name === text);
  return action === undefined ? { kind: 'rule', name: text } : { kind: 'action', name: action };
}

/** Someone who writes `of: npm test` wants to count runs of a command: that is what checks are for. */
function wordUncountable(text: string, rules: ReadonlySet<string>, checks: readonly string[]): string {
  const nearest = didYouMean(text, [...COUNTED_ACTIONS, ...rules]);
  const near = nearest.includes('did you mean') ? nearest : '';
  const checkNames = checks.length === 0 ? 'NAME' : checks.join('|');
  const command = text.includes(' ')
    ? `; to count runs of a command, define a check (checks: { tests: { runs: ${JSON.stringify(text)} } }) and count "check tests failed"`
    : '';
  return `"${text}" is neither an action nor a rule nor a check${near}; expected ${COUNTED_ACTIONS.join(', ')}, "check ${checkNames} failed", "check ${checkNames} ok" or the id of a rule${command}`;
}
