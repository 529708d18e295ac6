import { HINT_WORDS } from './hint-words.ts';

/** Does a text hold a word without which no rule finds a secret? One pass over it, since most texts hold none. */
export function hasHint(text: string): boolean {
  let three = 0;
  for (let i = 0; i < text.length; i++) {
    three = ((three << 5) | (text.charCodeAt(i) & 31)) & 0x7fff;
    if (BEGINNINGS[three] === 1 && i > 1 && isHintAt(text, i - 2, three)) return true;
  }
  return false;
}

const HINTS = HINT_WORDS.split('\n');
/** Those with which a hint begins: the first three letters, of which the lower five bits count. Upper and lower case are the same there. */
const BEGINNINGS = new Uint8Array(1 << 15);
for (const hint of HINTS) BEGINNINGS[beginningOf(hint)] = 1;

function beginningOf(hint: string): number {
  return ((hint.charCodeAt(0) & 31) << 10) | ((hint.charCodeAt(1) & 31) << 5) | (hint.charCodeAt(2) & 31);
}

function isHintAt(text: string, at: number, three: number): boolean {
  for (const hint of (byBeginning ??= grouped()).get(three) ?? [])
    if (text.slice(at, at + hint.length).toLowerCase() === hint) return true;
  return false;
}

let byBeginning: Map<number, string[]> | undefined;

function grouped(): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const hint of HINTS) groups.set(beginningOf(hint), [...(groups.get(beginningOf(hint)) ?? []), hint]);
  return groups;
}
