import type { Evaluator } from '../evaluate/evaluator.ts';

const ENDS = /(?:^|\.)(?:endswith|endsWith|end_with|str_ends_with|hasSuffix)\??$/;
/** Questions about a name whose answer nobody can tell from here. */
const CHOOSES = /(?:^|\.)(?:test|match|grep|fnmatch)\??$/;
const NEGATES = /^(?:not|!|unless)$/;
const FAR = 200;

/**
 * The names of what is in a directory, without its path: the names are unknown. Code that goes on to ask each for its ending takes those only, as
 * `find -name '*.tmp'` does; undefined where it chooses in another way.
 */
export function listedNames(e: Evaluator): string | undefined {
  for (let at = e.at; at < Math.min(e.tokens.length, e.at + FAR); at++) {
    const token = e.tokens[at];
    if (token?.kind !== 'name' || !(ENDS.test(token.value) || CHOOSES.test(token.value))) continue;
    const before = e.tokens.slice(Math.max(e.at, at - 4), at);
    if (before.some((one) => (one.kind === 'name' || one.kind === 'op') && NEGATES.test(one.value))) return '**';
    if (CHOOSES.test(token.value)) return undefined;
    const ending = e.tokens.slice(at + 1, at + 6).find((one) => one.kind === 'text');
    return ending?.kind === 'text' && /^\.\w+$/.test(ending.value) ? `**/*${ending.value}` : '**';
  }
  return '**';
}
