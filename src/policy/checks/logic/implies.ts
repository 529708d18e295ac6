import { findCondition } from '../../conditions/index.ts';
import { compare, type Comparison } from '../../language/comparison.ts';
import type { CommandPattern } from '../../language/command-pattern.ts';
import type { ValueTest } from '../../language/value-matcher.ts';
import type { Alternative, Literal } from './alternatives.ts';
import { isBelow } from '../../../protocol/text/path-below.ts';

/** Does everything hold of `b` whenever all of `a` holds? False where that is unknown. */
export function impliesAll(a: Alternative, b: Alternative): boolean {
  return b.every((wanted) => a.some((given) => implies(given, wanted)));
}

export function implies(a: Literal, b: Literal): boolean {
  if (a.name !== b.name || a.argument !== b.argument || a.isNegated !== b.isNegated) return false;
  if (JSON.stringify(a.test) === JSON.stringify(b.test)) return true;
  // Not to be among more is to be not among fewer.
  return a.isNegated ? covers(a, a.test, b.test) : covers(a, b.test, a.test);
}

/** Does the wider test hold wherever the narrower one does? */
function covers({ name }: Literal, wider: unknown, narrower: unknown): boolean {
  const form = findCondition(name)?.condition.value;
  if (form === 'globs') return coversPaths(wider as PathTest, narrower as PathTest);
  if (form === 'commands') return coversCommands(wider as CommandPattern[], narrower as CommandPattern[]);
  if (form === 'value') return coversValue(wider as ValueTest, narrower as ValueTest);
  if (form === 'number') return coversNumber(wider as Comparison, narrower as Comparison);
  if (form !== 'words') return false;
  const [wide, narrow] = [operationOf(wider), operationOf(narrower)];
  return (wide.forced === null || wide.forced === narrow.forced) && isSubset(narrow.names, wide.names);
}

function isSubset(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => all.includes(one));
}

/** Words, or the words of `git.operation` with its `git.forced`. */
function operationOf(test: unknown): { names: readonly string[]; forced: boolean | null } {
  return Array.isArray(test)
    ? { names: test as string[], forced: null }
    : (test as { names: readonly string[]; forced: boolean | null });
}

type PathTest = readonly string[] | { globs: readonly string[]; via: readonly string[] | null };

function coversPaths(wider: PathTest, narrower: PathTest): boolean {
  const [wide, narrow] = [pathsOf(wider), pathsOf(narrower)];
  const fitsVia = wide.via === null || (narrow.via !== null && isSubset(narrow.via, wide.via));
  return fitsVia && narrow.globs.every((glob) => wide.globs.some((one) => coversGlob(one, glob)));
}

function pathsOf(test: PathTest): { globs: readonly string[]; via: readonly string[] | null } {
  return 'globs' in test ? test : { globs: test, via: null };
}

function coversGlob(wide: string, narrow: string): boolean {
  if (wide === narrow || wide === '**') return true;
  const base = /^([^*?[{]+)\/(?:\*\*)?$/.exec(wide)?.[1];
  return base !== undefined && isBelow(base, narrow);
}

function coversCommands(wider: readonly CommandPattern[], narrower: readonly CommandPattern[]): boolean {
  return narrower.every((narrow) => wider.some((wide) => coversCommand(wide, narrow)));
}

function coversCommand(wide: CommandPattern, narrow: CommandPattern): boolean {
  const has = (list: readonly string[][], wanted: readonly string[]) => list.some((one) => isSubset(one, wanted));
  return (
    isSubset(narrow.program, wide.program) &&
    wide.flags.every((flag) => has(narrow.flags, flag)) &&
    wide.without.every((flag) => narrow.without.some((one) => isSubset(flag, one))) &&
    wide.words.every((word, index) => {
      const other = narrow.words[index];
      return other !== undefined && (word.includes('*') || isSubset(other, word));
    })
  );
}

function coversValue(wide: ValueTest, narrow: ValueTest): boolean {
  if (narrow.is === 'any') return narrow.of.every((part) => coversValue(wide, part));
  if (wide.is === 'any') return wide.of.some((part) => coversValue(part, narrow));
  if (JSON.stringify(wide) === JSON.stringify(narrow)) return true;
  if (wide.is === 'present') return narrow.is !== 'absent';
  return wide.is === 'words' && narrow.is === 'words' && isSubset(narrow.words, wide.words);
}

function coversNumber(wide: Comparison, narrow: Comparison): boolean {
  if (narrow.operator === '=') return compare(narrow.value, wide);
  if (narrow.operator === '>' && wide.operator === '>=') return narrow.value >= wide.value;
  if (narrow.operator === '<' && wide.operator === '<=') return narrow.value <= wide.value;
  const isUp = wide.operator.startsWith('>') && narrow.operator.startsWith('>');
  const isDown = wide.operator.startsWith('<') && narrow.operator.startsWith('<');
  const isClosed = narrow.operator.endsWith('=') && !wide.operator.endsWith('=');
  if (isUp) return isClosed ? narrow.value > wide.value : narrow.value >= wide.value;
  return isDown && (isClosed ? narrow.value < wide.value : narrow.value <= wide.value);
}
