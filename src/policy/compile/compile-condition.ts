import type { ConditionNode, Phase } from './artefact.ts';
import type { CompileContext } from '../conditions/condition.ts';
import { CONDITIONS, findCondition } from '../conditions/index.ts';
import { didYouMean } from '../../protocol/text/did-you-mean.ts';
import type { PolicyPath, ReportProblem } from '../language/problem.ts';

export interface ConditionNames {
  sets: Readonly<Record<string, readonly string[]>>;
  checks: readonly string[];
  counters: readonly string[];
  extracts: readonly string[];
}

export interface ConditionInput {
  value: unknown;
  path: PolicyPath;
  phase: Phase;
  names: ConditionNames;
  problem: ReportProblem;
}

/** A `when` or `unless` → a tree; null when nothing could be made of it (and something was said). */
export function compileCondition(input: ConditionInput): ConditionNode | null {
  const { value, path, problem } = input;
  if (Array.isArray(value)) {
    const of = value.flatMap(
      (item, index) => compileCondition({ ...input, value: item, path: [...path, index] }) ?? [],
    );
    if (value.length === 0) problem(path, 'an empty list of conditions never holds');
    return { op: 'any', of };
  }
  if (typeof value !== 'object' || value === null) {
    problem(path, 'expected a map of conditions');
    return null;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) problem(path, 'an empty condition always holds; leave it out');
  const of = entries.flatMap(
    ([key, item]) =>
      compileEntry(key, item, value as Record<string, unknown>, { ...input, path: [...path, key] }) ?? [],
  );
  return of.length === 1 ? (of[0] as ConditionNode) : { op: 'all', of };
}

function compileEntry(
  key: string,
  value: unknown,
  siblings: Record<string, unknown>,
  input: ConditionInput,
): ConditionNode | null {
  if (key === 'not') {
    const of = compileCondition({ ...input, value });
    return of === null ? null : { op: 'not', of };
  }
  if (key === 'any' || key === 'all') {
    if (!Array.isArray(value)) {
      input.problem(input.path, `"${key}" takes a list of conditions`);
      return null;
    }
    if (value.length === 0)
      input.problem(input.path, `an empty list of conditions ${key === 'any' ? 'never' : 'always'} holds`);
    const of = value.flatMap(
      (item, index) => compileCondition({ ...input, value: item, path: [...input.path, index] }) ?? [],
    );
    return { op: key, of };
  }
  return compileNamed(key, value, siblings, input);
}

function compileNamed(
  key: string,
  value: unknown,
  siblings: Record<string, unknown>,
  input: ConditionInput,
): ConditionNode | null {
  const problem = (message: string) => input.problem(input.path, message);
  const namedCondition = findCondition(key);
  if (namedCondition === null) {
    problem(`unknown condition "${key}"${hintFor(key)}`);
    return null;
  }
  const { condition, argument } = namedCondition;
  if (condition.phases !== undefined && !condition.phases.includes(input.phase)) {
    problem(`"${key}" needs ${condition.phases.map((phase) => `"${phase}:"`).join(' or ')}`);
    return null;
  }
  const context: CompileContext = {
    ...input.names,
    argument,
    siblings,
    phase: input.phase,
    problem: (message) => problem(`"${key}": ${message}`),
    unknownName: (kind, name, known) => problem(`unknown ${kind} "${name}"${didYouMean(name, known)}`),
  };
  const test = condition.compile(value, context);
  return { op: 'is', name: condition.name, argument, test, written: `${key} ${JSON.stringify(value)}` };
}

const NAMES = [...CONDITIONS.map((condition) => condition.name.replace(/\.\*$/, '')), 'not', 'any', 'all'];

/** `inptu.offset` → `input.offset`. */
function hintFor(key: string): string {
  const dot = key.indexOf('.');
  const whole = didYouMean(key, NAMES);
  if (whole !== '' || dot < 0) return whole;
  const families = CONDITIONS.filter((condition) => condition.name.endsWith('.*')).map((condition) =>
    condition.name.slice(0, -2),
  );
  const family = didYouMean(key.slice(0, dot), families);
  return family.startsWith(' (did') ? family.replace('"?)', `${key.slice(dot)}"?)`) : '';
}
