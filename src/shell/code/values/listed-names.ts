import { baseName } from '../../files/paths.ts';
import type { Machine } from '../../run/machine.ts';
import type { Evaluator } from '../evaluate/evaluator.ts';
import { isName, isOp } from '../read/cursor.ts';
import type { Token } from '../read/tokens.ts';
import { isRegex, type Question, questionAt } from './questions-about-names.ts';

const NEGATES = /^(?:not|!|unless)$/;
const DELETES = /^(?:remove|unlink|unlinkSync|rm|rmSync|rm_rf|rmtree|delete)$/;
const PICKS = /^(?:pop|shift|at|slice|splice|first|last|sample|min|max|take|drop)$/;
const FAR = 200;
/** How far behind a question the words are that say what a yes leads to. */
const NEAR = 14;

/**
 * The names of what is in a directory, without its path: the names are unknown. Code that goes on to ask each for a part of it takes those only, as
 * `find -name '*.tmp'` does; undefined where it chooses in another way.
 */
export function listedNames(e: Evaluator): string | undefined {
  if (isGrepped(e) || isPicked(e)) return undefined;
  const items = namesOfItems(e);
  let hasSkipped = false;
  for (let at = e.at; at < Math.min(e.tokens.length, e.at + FAR); at++) {
    if (hasSkipped && DELETES.test(nameOf(e.tokens[at]))) return '**';
    const question = questionAt(e.tokens, at, items);
    if (question === undefined) continue;
    const { isNegated, isSkipped } = senseOf(e, at, question);
    if ((isNegated && !isSkipped) || hasOtherWay(e.tokens, question.at, items)) return '**';
    if (isNegated === isSkipped) return question.pattern;
    // The names that fit are left alone; another question may choose among the others.
    hasSkipped = true;
    at = question.at;
  }
  return '**';
}

/** What a pattern finds and the code goes on to take. A pattern that ends in `*` finds everything, so that the questions say what is taken. */
export function takenFrom(machine: Machine, e: Evaluator, pattern: string): string {
  const [, directory = ''] = /^(|.*\/)\*\*?$/.exec(pattern) ?? [];
  if (directory === '' && !/^\*\*?$/.test(pattern)) return pattern;
  const names = listedNames(e);
  if (names === '**') return directory.endsWith('**/') ? directory.slice(0, -1) : pattern;
  return directory + baseName(names ?? machine.unknown('names'));
}

/** Perl's `grep { /a/ } readdir D` */
function isGrepped({ tokens, at: here }: Evaluator): boolean {
  for (let at = Math.max(0, here - 14); at < here; at++)
    if (isName(tokens[at], 'grep') && isOp(tokens[at + 1], '{')) return isRegex(tokens, at + 2);
  return false;
}

/** `names.pop()`, `names[0]`, directly or through a variable: some of the names, nobody knows which. */
function isPicked({ tokens, at: here }: Evaluator): boolean {
  const start = Math.max(0, here - 12);
  const assigned = tokens.slice(start, here).findLastIndex((token) => isOp(token, '='));
  const list = assigned < 1 ? undefined : tokens[start + assigned - 1];
  if (picks(tokens, here)) return true;
  if (list?.kind !== 'name') return false;
  const end = Math.min(tokens.length, here + FAR);
  for (let at = here; at < end; at++) if (isName(tokens[at], list.value) && picks(tokens, at + 1)) return true;
  return false;
}

function picks(tokens: readonly Token[], at: number): boolean {
  const [mark, word] = tokens.slice(at, at + 2);
  if (isOp(mark, '[')) return word?.kind === 'number' || isOp(word, '-') || isOp(word, ':');
  return isOp(mark, '.') && word?.kind === 'name' && PICKS.test(word.value);
}

/** The variables that represent each of the names: of the loop in front, or of a function behind (`f => …`, `|f|`, `as f`). */
function namesOfItems({ tokens, at: here }: Evaluator): Set<string> {
  const names = new Set<string>();
  const add = (token: Token | undefined): void => {
    if (token?.kind === 'name') names.add(token.value);
  };
  for (let at = Math.max(0, here - 12); at < here; at++)
    if (isName(tokens[at], 'in') || isName(tokens[at], 'of'))
      for (let name = at - 1; ; name -= 2) {
        add(tokens[name]);
        if (!isOp(tokens[name - 1], ',')) break;
      }
  for (let at = here; at < Math.min(tokens.length, here + FAR); at++) {
    if (isOp(tokens[at], '=') && isOp(tokens[at + 1], '>')) add(tokens[isOp(tokens[at - 1], ')') ? at - 2 : at - 1]);
    if (isOp(tokens[at], '|') && isOp(tokens[at + 2], '|')) add(tokens[at + 1]);
    if (isName(tokens[at], 'as')) add(tokens[at + 1]);
    // The files of `os.walk`: `for name in files`.
    const list = isName(tokens[at], 'in') && isName(tokens[at - 2], 'for') ? tokens[at + 1] : undefined;
    if (list?.kind === 'name' && names.has(list.value)) add(tokens[at - 1]);
  }
  return names;
}

/** `not f.endswith('.a')`; a yes to a question that is skipped leads to the next name. */
function senseOf(e: Evaluator, at: number, question: Question): { isNegated: boolean; isSkipped: boolean } {
  const before = e.tokens.slice(Math.max(e.at, at - 6), at + 1);
  const isNegated = before
    .slice(-5)
    .some((one) => (one.kind === 'name' || one.kind === 'op') && NEGATES.test(one.value));
  const isRejected = before.some((one) => isName(one, 'reject'));
  const isSkipped = before.slice(-5).some((one) => isName(one, 'next')) || leavesRound(e.tokens, question.at);
  return { isNegated: isNegated || isRejected, isSkipped };
}

/** `if f == 'a': continue`; a function ends with `return` and nothing behind it. */
function leavesRound(tokens: readonly Token[], from: number): boolean {
  return tokens
    .slice(from + 1, from + NEAR)
    .some(
      (token, index) =>
        isName(token, 'continue') ||
        (isName(token, 'next') && !/^(?:if|unless)$/.test(nameOf(tokens[from + index + 2]))) ||
        (isName(token, 'return') && endsThere(tokens[from + index + 2])),
    );
}

function endsThere(token: Token | undefined): boolean {
  return token === undefined || token.kind === 'line' || isOp(token, ';') || isOp(token, '}');
}

function nameOf(token: Token | undefined): string {
  return token?.kind === 'name' ? token.value : '';
}

/** What is behind a no: `else`, `f == 'a' ? … : …`, `f == 'a' or …` without another question. */
function hasOtherWay(tokens: readonly Token[], from: number, items: ReadonlySet<string>): boolean {
  for (let at = from + 1; at < Math.min(tokens.length, from + NEAR * 3); at++) {
    if (isName(tokens[at], 'else')) return true;
    if (at > from + NEAR) continue;
    if (isOp(tokens[at], '?') && !isOp(tokens[at + 1], '.')) return true;
    const isEither = isName(tokens[at], 'or') || (isOp(tokens[at], '|') && isOp(tokens[at + 1], '|'));
    if (isEither && !asksAgain(tokens, at, items)) return true;
  }
  return false;
}

/** `f.endswith('.a') or f.endswith('.b')` */
function asksAgain(tokens: readonly Token[], from: number, items: ReadonlySet<string>): boolean {
  for (let at = from + 1; at < from + 6; at++) {
    const question = questionAt(tokens, at, items);
    if (question !== undefined) return question.pattern !== '**';
  }
  return false;
}
