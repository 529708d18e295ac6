import { findCondition } from '../../conditions/index.ts';
import type { Comparison } from '../../language/comparison.ts';
import type { TimeSpan } from '../../language/time-span.ts';
import type { ValueTest } from '../../language/value-matcher.ts';
import type { Alternative, Literal } from './alternatives.ts';
import { implies } from './implies.ts';

/** Why no event can fit all of these, in a few words; null: nothing speaks against it. */
export function contradictionIn(alternative: Alternative): string | null {
  for (const [index, one] of alternative.entries()) {
    const alone = impossible(one);
    if (alone !== null) return alone;
    for (const other of alternative.slice(index + 1)) if (exclude(one, other)) return wordPair(one, other);
  }
  return null;
}

function wordPair(one: Literal, other: Literal): string {
  return `${shown(one)} and ${shown(other)} never hold together`;
}

function shown({ written, isNegated }: Literal): string {
  return `${isNegated ? 'not ' : ''}${written}`;
}

function impossible({ name, test, isNegated, written }: Literal): string | null {
  if (isNegated) return null;
  if (name === 'time' && (test as TimeSpan[]).every(({ from, to }) => from === to))
    return `${written} ends when it begins`;
  const isCount = /^(?:count\.\*|file\.(?:lines|size)|change\.(?:lines|files)|since\.\*)$/.test(name);
  return isCount && isBelowZero(test as Comparison) ? `${written}: a number of things is never below zero` : null;
}

function isBelowZero({ operator, value }: Comparison): boolean {
  return operator === '<' ? value <= 0 : (operator === '<=' || operator === '=') && value < 0;
}

function exclude(one: Literal, other: Literal): boolean {
  if (one.name !== other.name || one.argument !== other.argument) return false;
  if (one.isNegated !== other.isNegated) {
    const [holds, fails] = one.isNegated ? [other, one] : [one, other];
    // An exception names a path itself, while a deletion also counts for what it reaches: `rm -rf .` is a write to `src/**` and not one of `src/**`.
    const isOfPaths = findCondition(holds.name)?.condition.value === 'globs';
    return (!isOfPaths || coversEverything(fails)) && implies(holds, { ...fails, isNegated: false });
  }
  return !one.isNegated && isSingle(one) && areApart(one.test, other.test);
}

function coversEverything({ test }: Literal): boolean {
  return Array.isArray(test) && test.includes('**');
}

/** Facts that have one value for all that a rule is judged on. */
const SINGLE =
  /^(?:os|branch|git\.branch|result|exit|tool|last\.\*|count\.\*|since\.\*|file\.\w+|change\.(?:lines|files)|env\.\*|input\.\*|output\.\*|source|dynamic|recursive|privilege)$/;

function isSingle({ name }: Literal): boolean {
  return SINGLE.test(name);
}

function areApart(a: unknown, b: unknown): boolean {
  if (typeof a === 'boolean' && typeof b === 'boolean') return a !== b;
  if (Array.isArray(a) && Array.isArray(b)) return wordsApart(a as string[], b as string[]);
  if (isComparison(a) && isComparison(b)) return numbersApart(a, b);
  return isValueTest(a) && isValueTest(b) && valuesApart(a, b);
}

function wordsApart(a: readonly string[], b: readonly string[]): boolean {
  return ![...a, ...b].some((word) => word.includes('*')) && !a.some((word) => b.includes(word));
}

function isComparison(test: unknown): test is Comparison {
  return typeof test === 'object' && test !== null && 'operator' in test;
}

function isValueTest(test: unknown): test is ValueTest {
  return typeof test === 'object' && test !== null && 'is' in test;
}

function valuesApart(a: ValueTest, b: ValueTest): boolean {
  if (a.is === 'any') return a.of.every((part) => valuesApart(part, b));
  if (b.is === 'any') return b.of.every((part) => valuesApart(a, part));
  if (a.is === 'absent' || b.is === 'absent') return a.is !== b.is;
  if (a.is === 'compare' && b.is === 'compare') return numbersApart(a.with, b.with);
  return a.is === 'words' && b.is === 'words' && wordsApart(a.words, b.words);
}

/** No number fits both. */
function numbersApart(a: Comparison, b: Comparison): boolean {
  const ends = [rangeOf(a), rangeOf(b)];
  const low = Math.max(...ends.map(([from]) => from));
  const high = Math.min(...ends.map(([, to]) => to));
  if (low !== high) return low > high;
  return [a, b].some(({ operator, value }) => value === low && (operator === '>' || operator === '<'));
}

function rangeOf({ operator, value }: Comparison): [number, number] {
  if (operator === '=') return [value, value];
  if (operator === '!=') return [-Infinity, Infinity];
  return operator.startsWith('>') ? [value, Infinity] : [-Infinity, value];
}
