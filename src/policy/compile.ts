import type { Layer, Mode } from '../engine/ports.ts';
import {
  type Artefact,
  type Check,
  type CompiledRule,
  type Counter,
  type Defaults,
  FORMAT,
  type OnError,
} from './artefact.ts';
import { applyOverrides } from './apply-overrides.ts';
import { compileCheck, compileCounter } from './compile-names.ts';
import { compileRule } from './compile-rule.ts';
import { engineRules, isEngineRule } from './engine-rules.ts';
import { readExamples } from './example-cases.ts';
import { gather, type Resolve } from './gather.ts';
import { keysOfRule } from './index-keys.ts';
import { codeOf } from './moderate.ts';
import type { ParsedPolicy, PolicySource } from './parse.ts';
import { type Problem, sortProblems } from './problem.ts';

export interface BuildInput {
  /** The files of all layers, in any order. */
  sources: readonly PolicySource[];
  /** Finds what `extends` names: a path relative to the file that says so, or `pack:<name>`. */
  resolve?: Resolve;
}

export interface Built {
  /** Null when there is any error: half a policy is not a policy. */
  artefact: Artefact | null;
  problems: Problem[];
  /** The files that took part, extended ones included. */
  files: ParsedPolicy[];
}

/** Policy files → one artefact. Pure; never throws. */
export function buildPolicy({ sources, resolve }: BuildInput): Built {
  const { files, problems, visible } = gather(sources, resolve ?? (() => null));
  const report =
    (parsed: ParsedPolicy, severity: Problem['severity'] = 'error') =>
    (path: readonly (string | number)[], message: string) =>
      problems.push({ ...parsed.at(path), severity, message });
  const checks: Record<string, Check> = {};
  const counters: Record<string, Counter> = {};
  const rules: CompiledRule[] = [];
  for (const parsed of byAuthority(files)) {
    for (const name of Object.keys(parsed.value.checks ?? {}))
      compileCheck(name, parsed, visible(parsed), checks, report(parsed), report(parsed, 'warning'));
  }
  for (const parsed of files) {
    const seen = visible(parsed);
    const names = { sets: seen.sets, checks: seen.checks, counters: seen.counters };
    for (const [id, rule] of Object.entries(parsed.value.rules ?? {})) {
      const compiled = compileRule({ id, rule, parsed, names, problem: report(parsed) });
      if (compiled !== null) rules.push(compiled);
      readExamples(rule.tests, ['rules', id, 'tests'], report(parsed));
    }
    readExamples(parsed.value.tests, ['tests'], report(parsed));
  }
  const ids = new Set(rules.map((rule) => rule.id));
  for (const parsed of byAuthority(files)) {
    for (const name of Object.keys(parsed.value.counters ?? {}))
      compileCounter(name, parsed, ids, Object.keys(checks), counters, report(parsed), report(parsed, 'warning'));
  }
  const kept = [...applyOverrides(rules, files, visible, report), ...engineRules(files)];
  pinModes(kept, files, report);
  const failed = problems.some((problem) => problem.severity === 'error');
  const artefact: Artefact = {
    format: FORMAT,
    sources: files.map(({ source }) => ({
      file: source.file,
      layer: source.layer,
      hash: source.hash ?? codeOf(source.text),
    })),
    defaults: mergeDefaults(files),
    checks,
    counters,
    rules: kept,
    index: indexRules(kept),
  };
  return { artefact: failed ? null : artefact, problems: sortProblems(problems), files };
}

const AUTHORITY: readonly Layer[] = ['managed', 'user', 'project', 'local', 'pack'];

export function authorityOf(layer: Layer): number {
  return AUTHORITY.length - AUTHORITY.indexOf(layer);
}

function byAuthority(files: readonly ParsedPolicy[]): ParsedPolicy[] {
  return [...files].sort((a, b) => authorityOf(b.source.layer) - authorityOf(a.source.layer));
}

function indexRules(rules: readonly CompiledRule[]): Record<string, number[]> {
  const index: Record<string, number[]> = Object.create(null) as Record<string, number[]>;
  for (const [place, rule] of rules.entries()) {
    for (const key of new Set(keysOfRule(rule))) (index[key] ??= []).push(place);
  }
  return index;
}

/** `min-mode` of the managed layer: its rules and hookctl's own keep at least that mode, whatever files or the command line say. */
function pinModes(
  rules: CompiledRule[],
  files: readonly ParsedPolicy[],
  report: (parsed: ParsedPolicy) => (path: readonly string[], message: string) => void,
): void {
  let floor: Mode = 'observe';
  for (const parsed of files) {
    const given = parsed.value['min-mode'];
    if (given === undefined) continue;
    if (parsed.source.layer !== 'managed') report(parsed)(['min-mode'], '"min-mode" counts only in the managed layer');
    else floor = given;
  }
  for (const rule of rules) if (rule.layer === 'managed' || isEngineRule(rule.id)) rule.minMode = floor;
}

const STRICTNESS: readonly OnError[] = ['skip', 'ask', 'deny'];

/** The strictest default of all layers holds. */
function mergeDefaults(files: readonly ParsedPolicy[]): Defaults {
  const merged: Defaults = { onError: null, uncertain: 'skip', actions: {}, budgetMs: null };
  for (const { value } of files) {
    const given = value.defaults;
    if (given === undefined) continue;
    merged.onError = stricter(merged.onError, given['on-error']);
    merged.uncertain = stricter(merged.uncertain, given.uncertain) ?? 'skip';
    for (const [name, verb] of Object.entries(given.default ?? {})) {
      const key = name as keyof Defaults['actions'];
      const strict = stricter(merged.actions[key] ?? null, verb);
      if (strict === 'ask' || strict === 'deny') merged.actions[key] = strict;
    }
    const budget = given['budget-ms'];
    if (budget !== undefined) merged.budgetMs = Math.min(merged.budgetMs ?? Infinity, budget);
  }
  return merged;
}

function stricter(a: OnError | null, b: OnError | undefined): OnError | null {
  if (b === undefined) return a;
  return a === null || STRICTNESS.indexOf(b) > STRICTNESS.indexOf(a) ? b : a;
}
