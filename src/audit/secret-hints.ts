import { OWN_RULES } from './own-secret-rules.ts';
import { SECRETLINT_RULES } from './secretlint-rules.ts';

/** Does a text hold a word without which no rule finds a secret? One pass over it, since most texts hold none. */
export function hasHint(text: string): boolean {
  let three = 0;
  for (let i = 0; i < text.length; i++) {
    three = ((three << 5) | (text.charCodeAt(i) & 31)) & 0x7fff;
    if (BEGINNINGS[three] === 1 && i > 1 && isHintAt(text, i - 2, three)) return true;
  }
  return false;
}

/** By their first three letters, of which the lower five bits count: upper and lower case are the same there. */
const HINTS = new Map<number, Set<string>>();
const BEGINNINGS = new Uint8Array(1 << 15);

for (const rules of [SECRETLINT_RULES, OWN_RULES])
  for (const { hints } of rules)
    for (const hint of hints) {
      const three = [0, 1, 2].reduce((bits, at) => (bits << 5) | (hint.charCodeAt(at) & 31), 0);
      HINTS.set(three, (HINTS.get(three) ?? new Set()).add(hint));
      BEGINNINGS[three] = 1;
    }

function isHintAt(text: string, at: number, three: number): boolean {
  for (const hint of HINTS.get(three) ?? []) if (text.slice(at, at + hint.length).toLowerCase() === hint) return true;
  return false;
}
