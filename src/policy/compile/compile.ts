import type { Layer, Mode } from '../judgement.ts';
import { type Artefact, type Check, type CompiledRule, type Counter, FORMAT } from './artefact.ts';
import { applyOverrides } from './apply-overrides.ts';
import { compileCheck, compileCounter } from './compile-names.ts';
import { compileRule, type RuleInput } from './compile-rule.ts';
import { engineMode, engineRules, isEngineRule } from './engine-rules.ts';
import { readExamples } from '../tests/example-cases.ts';
import { gather, type Gathered, type Resolve } from '../language/gather.ts';
import { indexRules } from '../narrow/index-keys.ts';
import { type Loosen, type Loosening, looseningsInto } from './loosening.ts';
import { mergeDefaults } from './merge-defaults.ts';
import { stricter } from '../strictness.ts';
import type { ParsedPolicy, PolicySource } from '../language/parse.ts';
import { type Problem, type Report, type ReportProblem, sortProblems } from '../language/problem.ts';
import { LONGEST_RULE, writeRule } from '../stored/policy-text.ts';
import { withoutRepeats } from './untrusted-rules.ts';

export interface BuildInput {
  /** The files of all layers, in any order. */
  sources: readonly PolicySource[];
  /** Finds what `extends` names: a path relative to the file that says so, or `pack:<name>`. */
  resolve?: Resolve;
  /** Some layer could not be read: what others say of its rules is not an error of theirs. */
  isIncomplete?: boolean;
}

export interface Built {
  /** Null when there is any error: half a policy is not a policy. */
  artefact: Artefact | null;
  problems: Problem[];
  /** The files that took part, extended ones included. */
  files: ParsedPolicy[];
  /** All that makes the guard milder, and what was ignored of it. */
  loosenings: Loosening[];
}

/** Policy files → one artefact. Pure; never throws. */
export function buildPolicy({ sources, resolve, isIncomplete = false }: BuildInput): Built {
  const gathered = gather(sources, resolve ?? (() => null));
  const { files, problems, visible, capOf } = gathered;
  const { report, reportName, missingNames } = reportsInto(problems);
  const loosenings: Loosening[] = [];
  const loosen = looseningsInto(loosenings);
  const build: Build = { ...gathered, report, reportName, loosen };
  const checks = compileChecks(build);
  const origins = compileRules(build);
  const counters = compileCounters(build, Object.keys(checks));
  const rules = [...origins.keys()];
  const floor = managedFloor(files, report);
  for (const rule of rules) if (rule.layer === 'managed' || isEngineRule(rule.id)) rule.minMode = floor;
  const originOf = (rule: CompiledRule) => origins.get(rule);
  const overridden = applyOverrides({ rules, files, originOf, visible, capOf, report, reportName, loosen });
  const written = withoutRepeats(overridden, files, loosen);
  const ownMode = engineMode(files, written);
  const allRules = [...written, ...engineRules(ownMode, floor)];
  excuseNames(missingNames, problems, isIncomplete);
  const failed = problems.some((problem) => problem.severity === 'error');
  const artefact: Artefact = {
    format: FORMAT,
    sources: files.map(({ source: { file, layer } }) => ({ file, layer })),
    defaults: { ...mergeDefaults(files, capOf, loosen), ownMode: stricter(ownMode, floor) },
    checks,
    counters,
    rules: allRules,
    index: indexRules(allRules),
  };
  return { artefact: failed ? null : artefact, problems: sortProblems(problems), files, loosenings };
}

/** What the steps of one build share. */
interface Build extends Gathered, Reports {
  loosen: Loosen;
}

interface Reports {
  report: Report;
  /** For a name that no file defines. */
  reportName: (parsed: ParsedPolicy) => ReportProblem;
}

function reportsInto(problems: Problem[]): Reports & { missingNames: ReadonlySet<Problem> } {
  const missingNames = new Set<Problem>();
  const report: Report =
    (parsed, severity = 'error') =>
    (path, message) =>
      problems.push({ ...parsed.at(path), severity, message });
  const reportName: Reports['reportName'] = (parsed) => (path, message) => {
    const problem: Problem = { ...parsed.at(path), severity: 'error', message };
    missingNames.add(problem);
    problems.push(problem);
  };
  return { report, reportName, missingNames };
}

function compileChecks({ files, visible, report, loosen }: Build): Record<string, Check> {
  const checks: Record<string, Check> = {};
  for (const parsed of byAuthority(files)) {
    for (const name of Object.keys(parsed.value.checks ?? {}))
      compileCheck(name, {
        parsed,
        visible: visible(parsed),
        checks,
        problem: report(parsed),
        warning: report(parsed, 'warning'),
        loosen,
      });
  }
  return checks;
}

/** The rules of all files, each with the file that contains it. */
function compileRules(build: Build): Map<CompiledRule, ParsedPolicy> {
  const { files, visible, report } = build;
  const origins = new Map<CompiledRule, ParsedPolicy>();
  for (const parsed of files) {
    const { sets, checks, counters } = visible(parsed);
    const names = { sets, checks, counters };
    for (const [id, rule] of Object.entries(parsed.value.rules ?? {})) {
      const compiled = compileRuleOf(parsed, { id, rule, names }, build);
      if (compiled !== null) origins.set(compiled, parsed);
    }
    readExamples(parsed.value.tests, ['tests'], report(parsed));
  }
  return origins;
}

/** One rule of a file. Null: it is broken, or it is an untrusted file's and would permit calls. */
function compileRuleOf(
  parsed: ParsedPolicy,
  { id, rule, names }: Pick<RuleInput, 'id' | 'rule' | 'names'>,
  { isHeld, capOf, report, loosen }: Build,
): CompiledRule | null {
  const problem = report(parsed);
  const compiled = compileRule({ id, rule, parsed, isHeld: isHeld(parsed), cap: capOf(parsed), names, problem });
  readExamples(rule.tests, ['rules', id, 'tests'], problem);
  if (compiled === null) return null;
  if (writeRule(compiled).length >= LONGEST_RULE)
    problem(['rules', id], `the rule is longer than ${LONGEST_RULE} characters`);
  const isForeign = parsed.source.untrusted !== undefined;
  if (compiled.verb === 'allow' && (isForeign || !parsed.source.file.startsWith('pack:')))
    loosen(parsed, ['rules', id], { kind: 'allow', name: id, what: 'allows calls' });
  return compiled.verb === 'allow' && isForeign ? null : compiled;
}

function compileCounters({ files, report, reportName }: Build, checks: readonly string[]): Record<string, Counter> {
  const counters: Record<string, Counter> = {};
  const rules = new Set(files.flatMap(({ value }) => Object.keys(value.rules ?? {})));
  for (const parsed of byAuthority(files)) {
    for (const name of Object.keys(parsed.value.counters ?? {}))
      compileCounter(name, {
        parsed,
        rules,
        checks,
        counters,
        problem: report(parsed),
        unknownName: reportName(parsed),
        warning: report(parsed, 'warning'),
      });
  }
  return counters;
}

/** A missing name may be defined in another file that is broken or left out: that is not an error of the file that uses it. */
function excuseNames(missing: ReadonlySet<Problem>, problems: readonly Problem[], isIncomplete: boolean): void {
  const broken = problems.filter((problem) => problem.severity === 'error' && !missing.has(problem));
  for (const problem of missing)
    if (isIncomplete || broken.some(({ file }) => file !== problem.file)) problem.severity = 'warning';
}

const AUTHORITY: readonly Layer[] = ['managed', 'team', 'user', 'project', 'local', 'pack'];

function authorityOf(layer: Layer): number {
  return AUTHORITY.length - AUTHORITY.indexOf(layer);
}

/** Untrusted files come last, whatever their layer: they cannot take names that others have defined. */
function byAuthority(files: readonly ParsedPolicy[]): ParsedPolicy[] {
  const rank = ({ source }: ParsedPolicy) => authorityOf(source.layer) + (source.untrusted === undefined ? 10 : 0);
  return [...files].sort((a, b) => rank(b) - rank(a));
}

/** `min-mode` of the managed layer: its rules, those of what it extends and hookctl's own keep at least that mode, whatever files or the command line say. */
function managedFloor(files: readonly ParsedPolicy[], report: Report): Mode {
  let floor: Mode = 'observe';
  for (const parsed of files) {
    const { layer } = parsed.source;
    const minMode = parsed.value['min-mode'];
    if (parsed.value.trust !== undefined && layer !== 'managed' && layer !== 'user')
      report(parsed)(['trust'], '"trust" counts only in the user or the managed layer');
    if (minMode === undefined) continue;
    if (layer !== 'managed') report(parsed)(['min-mode'], '"min-mode" counts only in the managed layer');
    else floor = stricter(floor, minMode);
  }
  return floor;
}
