import { HINT_WORDS } from './hint-words.ts';

/** Does a text hold a word without which no rule finds a secret? One pass over it, since most texts hold none. */
export function hasHint(text: string): boolean {
  let three = 0;
  for (let i = 0; i < text.length; i++) {
    three = lastThree(three, text.charCodeAt(i));
    if (mayBegin(three) && isHintAt(text, i - 2, three)) return true;
  }
  return false;
}

/** The lower five bits of the last three letters, of which upper and lower case are the same. For who looks at each letter anyway. */
export function lastThree(before: number, letter: number): number {
  return ((before << 5) | (letter & 31)) & 0x7fff;
}

/** With these a hint may begin. */
export function mayBegin(three: number): boolean {
  return BEGINNINGS[three] === 1;
}

const HINTS = HINT_WORDS.split('\n');
const BEGINNINGS = new Uint8Array(1 << 15);
for (const hint of HINTS) BEGINNINGS[beginningOf(hint)] = 1;

function beginningOf(hint: string): number {
  return [0, 1, 2].reduce((three, i) => lastThree(three, hint.charCodeAt(i)), 0);
}

export function isHintAt(text: string, at: number, three: number): boolean {
  if (at < 0) return false;
  for (const hint of (byBeginning ??= grouped()).get(three) ?? []) {
    // The next letter tells nearly all of them apart, and cutting out a piece takes longer.
    const isOther = hint.length > 3 && ((text.charCodeAt(at + 3) ^ hint.charCodeAt(3)) & 31) !== 0;
    if (!isOther && text.slice(at, at + hint.length).toLowerCase() === hint) return true;
  }
  return false;
}

let byBeginning: Map<number, string[]> | undefined;

function grouped(): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const hint of HINTS) groups.set(beginningOf(hint), [...(groups.get(beginningOf(hint)) ?? []), hint]);
  return groups;
}
