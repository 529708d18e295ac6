import type { Evaluator } from '../evaluate/evaluator.ts';

const ASKS =
  /(?:^|\.)(?:(?:ends?|starts?)_?with|endsWith|startsWith|str_(?:ends|starts)_with|has(?:Suffix|Prefix))\??$/;
/** Questions about a name whose answer nobody can tell from here, and calls that take some of the names. */
const CHOOSES = /(?:^|\.)(?:test|match|grep|fnmatch|filter|find|pop|shift|at|sample)\??$/;
const NEGATES = /^(?:not|!|unless)$/;
const FAR = 200;

/**
 * The names of what is in a directory, without its path: the names are unknown. Code that goes on to ask each for its ending or its beginning takes
 * those only, as `find -name '*.tmp'` does; undefined where it chooses in another way.
 */
export function listedNames(e: Evaluator): string | undefined {
  const asks = next(e, ASKS);
  if (asks === undefined) return next(e, CHOOSES) === undefined ? '**' : undefined;
  const before = e.tokens.slice(Math.max(e.at, asks - 4), asks);
  if (before.some((one) => (one.kind === 'name' || one.kind === 'op') && NEGATES.test(one.value))) return '**';
  const token = e.tokens[asks];
  const text = e.tokens.slice(asks + 1, asks + 6).find((one) => one.kind === 'text');
  const part = text?.kind === 'text' && /^[\w.~-]+$/.test(text.value) ? text.value : undefined;
  if (part === undefined) return '**';
  const isEnding = token?.kind === 'name' && /end|suffix/i.test(token.value);
  if (isEnding) return /^\.\w+$/.test(part) ? `**/*${part}` : '**';
  return `**/${part}*`;
}

/** The place of the next name of this kind. */
function next(e: Evaluator, kind: RegExp): number | undefined {
  const far = Math.min(e.tokens.length, e.at + FAR);
  for (let at = e.at; at < far; at++) {
    const token = e.tokens[at];
    if (token?.kind === 'name' && kind.test(token.value)) return at;
  }
  return undefined;
}
