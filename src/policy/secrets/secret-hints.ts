import { HINT_WORDS } from './hint-words.ts';

/**
 * Does a text hold a word without which no rule finds a secret? A prefilter: one pass over the text compares its last
 * three letters with the beginnings of all words, since most texts hold none of them.
 */
export function hasHint(text: string): boolean {
  let three = 0;
  for (let i = 0; i < text.length; i++) {
    // `lastThree`, written out: a call for each letter would take longer than the rest.
    three = ((three << 5) | (text.charCodeAt(i) & 31)) & 0x7fff;
    if (IS_BEGINNING[three] === 1 && isHintAt(text, i - 2, three)) return true;
  }
  return false;
}

/** The lower five bits of the last three letters; upper and lower case have the same. */
function lastThree(before: number, letter: number): number {
  return ((before << 5) | (letter & 31)) & 0x7fff;
}

function isHintAt(text: string, at: number, three: number): boolean {
  if (at < 0) return false;
  for (const hint of HINTS_BY_BEGINNING.get(three) ?? []) {
    // The next letter tells nearly all of them apart, and cutting out a piece takes longer.
    const isOther = hint.length > 3 && ((text.charCodeAt(at + 3) ^ hint.charCodeAt(3)) & 31) !== 0;
    if (!isOther && text.slice(at, at + hint.length).toLowerCase() === hint) return true;
  }
  return false;
}

const HINTS_BY_BEGINNING = groupByBeginning(HINT_WORDS.split('\n'));
/** The same as a table, which is asked for every letter. */
const IS_BEGINNING = tableOf(HINTS_BY_BEGINNING.keys());

function groupByBeginning(hints: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const groups = new Map<number, string[]>();
  for (const hint of hints) {
    const beginning = [0, 1, 2].reduce((three, i) => lastThree(three, hint.charCodeAt(i)), 0);
    groups.set(beginning, [...(groups.get(beginning) ?? []), hint]);
  }
  return groups;
}

function tableOf(beginnings: Iterable<number>): Readonly<Uint8Array> {
  const table = new Uint8Array(1 << 15);
  for (const beginning of beginnings) table[beginning] = 1;
  return table;
}
