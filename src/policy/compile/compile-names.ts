import { ACTION_NAMES, type Check, type Counter } from './artefact.ts';
import { readDuration } from '../language/comparison.ts';
import type { CompileContext } from '../conditions/condition.ts';
import { compilePatterns } from '../conditions/commands.ts';
import { didYouMean } from '../../protocol/text/did-you-mean.ts';
import type { Visible } from '../language/gather.ts';
import type { Loosen } from './loosening.ts';
import type { ParsedPolicy } from '../language/parse.ts';
import { regexProblem } from '../regex/safety.ts';
import { isRegexText } from '../regex/syntax.ts';

type Report = (path: readonly (string | number)[], message: string) => void;

/**
 * Checks of one name are one check: a project may add its own test command to a pack's. A managed check cannot be widened from below, and a file that
 * no person has trusted widens only its own. Files come in order of authority.
 */
export function compileCheck(
  name: string,
  parsed: ParsedPolicy,
  visible: Visible,
  checks: Record<string, Check>,
  problem: Report,
  warning: Report,
  loosen: Loosen,
): void {
  const given = parsed.value.checks?.[name];
  if (given === undefined) return;
  const path = ['checks', name];
  const context = { sets: visible.sets } as CompileContext;
  context.problem = (message) => problem([...path, 'runs'], message);
  context.unknownName = (kind, unknown, known) =>
    problem([...path, 'runs'], `unknown ${kind} "${unknown}"${didYouMean(unknown, known)}`);
  const runs = compilePatterns(given.runs, context);
  const passes = given.passes ?? 'exit 0';
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
    warning(path, `check "${name}" is fixed by the managed policy; this one is ignored`);
  else {
    before.runs.push(...runs);
    if (untrusted === undefined && !parsed.source.file.startsWith('pack:'))
      loosen(parsed, path, { kind: 'check', name, what: 'counts more commands as a passed check' });
  }
}

export function compileCounter(
  name: string,
  parsed: ParsedPolicy,
  rules: ReadonlySet<string>,
  checks: readonly string[],
  counters: Record<string, Counter>,
  problem: Report,
  unknownName: Report,
  warning: Report,
): void {
  const given = parsed.value.counters?.[name];
  if (given === undefined || typeof given.of !== 'string') return;
  const path = ['counters', name];
  const actions: readonly string[] = [...ACTION_NAMES, 'edit'];
  const isAction = actions.includes(given.of);
  if (name === 'edits') problem(path, '"edits" is built in; choose another name');
  if (!isAction && !rules.has(given.of))
    unknownName(
      [...path, 'of'],
      `"${given.of}" is neither an action nor a rule${didYouMean(given.of, [...actions, ...rules])}`,
    );
  const check = given.reset?.startsWith('check ') ? given.reset.slice(6).trim() : null;
  if (check !== null && !checks.includes(check))
    unknownName([...path, 'reset'], `unknown check "${check}"${didYouMean(check, checks)}`);
  const counter: Counter = {
    of: isAction
      ? { kind: 'action', name: given.of as (typeof ACTION_NAMES)[number] }
      : { kind: 'rule', name: given.of },
    per: given.per ?? 'session',
    withinMs: given.within === undefined ? null : readDuration(given.within),
    reset: given.reset === undefined ? null : check === null ? { on: 'prompt' } : { on: 'check', name: check },
    ...(parsed.source.untrusted === undefined ? {} : { untrusted: true }),
  };
  const before = Object.hasOwn(counters, name) ? counters[name] : undefined;
  if (before === undefined) counters[name] = counter;
  else if (JSON.stringify(before) !== JSON.stringify(counter))
    warning(path, `counter "${name}" is already defined by a higher layer, which holds`);
}
