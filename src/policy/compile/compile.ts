import type { Layer, Mode } from '../judgement.ts';
import { type Artefact, type Check, type CompiledRule, type Counter, FORMAT } from './artefact.ts';
import { applyOverrides } from './apply-overrides.ts';
import { compileCheck, compileCounter } from './compile-names.ts';
import { compileRule } from './compile-rule.ts';
import { engineMode, engineRules, isEngineRule } from './engine-rules.ts';
import { readExamples } from '../tests/example-cases.ts';
import { gather, type Resolve } from '../language/gather.ts';
import { indexRules } from '../narrow/index-keys.ts';
import { type Loosening, looseningsInto } from './loosening.ts';
import { mergeDefaults } from './merge-defaults.ts';
import { stricter } from '../strictness.ts';
import type { ParsedPolicy, PolicySource } from '../language/parse.ts';
import { type Problem, sortProblems } from '../language/problem.ts';
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
  const { files, problems, visible, isHeld, capOf } = gather(sources, resolve ?? (() => null));
  const loosenings: Loosening[] = [];
  const loosen = looseningsInto(loosenings);
  const origins = new Map<CompiledRule, ParsedPolicy>();
  const report =
    (parsed: ParsedPolicy, severity: Problem['severity'] = 'error') =>
    (path: readonly (string | number)[], message: string) =>
      problems.push({ ...parsed.at(path), severity, message });
  const unsure = new Set<Problem>();
  const reportName = (parsed: ParsedPolicy) => (path: readonly (string | number)[], message: string) => {
    const problem: Problem = { ...parsed.at(path), severity: 'error', message };
    unsure.add(problem);
    problems.push(problem);
  };
  const checks: Record<string, Check> = {};
  const counters: Record<string, Counter> = {};
  const rules: CompiledRule[] = [];
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
  for (const parsed of files) {
    const seen = visible(parsed);
    const names = { sets: seen.sets, checks: seen.checks, counters: seen.counters };
    for (const [id, rule] of Object.entries(parsed.value.rules ?? {})) {
      const compiled = compileRule({
        id,
        rule,
        parsed,
        isHeld: isHeld(parsed),
        cap: capOf(parsed),
        names,
        problem: report(parsed),
      });
      readExamples(rule.tests, ['rules', id, 'tests'], report(parsed));
      if (compiled === null) continue;
      if (writeRule(compiled).length >= LONGEST_RULE)
        report(parsed)(['rules', id], `the rule is longer than ${LONGEST_RULE} characters`);
      const isForeign = parsed.source.untrusted !== undefined;
      if (compiled.verb === 'allow' && (isForeign || !parsed.source.file.startsWith('pack:')))
        loosen(parsed, ['rules', id], { kind: 'allow', name: id, what: 'allows calls' });
      if (compiled.verb === 'allow' && isForeign) continue;
      origins.set(compiled, parsed);
      rules.push(compiled);
    }
    readExamples(parsed.value.tests, ['tests'], report(parsed));
  }
  const ids = new Set(files.flatMap(({ value }) => Object.keys(value.rules ?? {})));
  for (const parsed of byAuthority(files)) {
    for (const name of Object.keys(parsed.value.counters ?? {}))
      compileCounter(name, {
        parsed,
        rules: ids,
        checks: Object.keys(checks),
        counters,
        problem: report(parsed),
        unknownName: reportName(parsed),
        warning: report(parsed, 'warning'),
      });
  }
  const floor = managedFloor(files, report);
  for (const rule of rules) if (rule.layer === 'managed' || isEngineRule(rule.id)) rule.minMode = floor;
  const overridden = applyOverrides({
    rules,
    files,
    originOf: (rule) => origins.get(rule),
    visible,
    capOf,
    report,
    reportName,
    loosen,
  });
  const written = withoutRepeats(overridden, files, loosen);
  const ownMode = engineMode(files, written);
  const allRules = [...written, ...engineRules(ownMode, floor)];
  excuseNames(unsure, problems, isIncomplete);
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

/** A missing name may be defined in another file that is broken or left out: that is not an error of the file that uses it. */
function excuseNames(unsure: ReadonlySet<Problem>, problems: readonly Problem[], isIncomplete: boolean): void {
  const broken = problems.filter((problem) => problem.severity === 'error' && !unsure.has(problem));
  for (const problem of unsure)
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
function managedFloor(
  files: readonly ParsedPolicy[],
  report: (parsed: ParsedPolicy) => (path: readonly string[], message: string) => void,
): Mode {
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
