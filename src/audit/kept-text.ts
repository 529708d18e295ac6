import { hasHint } from './secret-hints.ts';

/** The shortest text that `keptPayload` might cut: a quarter of its first size, for what a tool has answered. */
const SHORT = 450;
const LONG = 1800;
const MOST_COMMAS = 59;
const MOST_BRACKETS = 8;
const ANSWERS = /"tool_(?:response|result|output)"/;

const [PLAIN, COMMA, BRACKET, BACKSLASH] = [1, 2, 3, 4];
/** What a byte means for `isPlain`; nothing for control characters and what is not ASCII. */
const MEANING = new Uint8Array(128).fill(PLAIN, 0x20, 0x7f);
MEANING[0x2c] = COMMA;
MEANING[0x5b] = MEANING[0x7b] = BRACKET;
MEANING[0x5c] = BACKSLASH;

/**
 * The text of a payload as it came, where `keptPayload` would keep all of it; null where it might not. It is JSON already, so it need not be written again:
 * for a process that stays, where this is compiled. Short of that it would take longer.
 */
export function keptText(text: string, room: number): string | null {
  const line = text.trimEnd();
  if (line.length > Math.min(room, LONG) || (line.length > SHORT && ANSWERS.test(line))) return null;
  return isPlain(line) && !hasHint(line) ? line : null;
}

/** One line of ASCII, no escape behind which a word could hide, too few commas for a long list and too few brackets for a deep one. */
function isPlain(text: string): boolean {
  let commas = 0;
  let brackets = 0;
  for (let i = 0; i < text.length; i++) {
    const meaning = MEANING[text.charCodeAt(i)];
    if (meaning === PLAIN) continue;
    if (meaning === COMMA) commas += 1;
    else if (meaning === BRACKET) brackets += 1;
    else if (meaning !== BACKSLASH || !isUsual(text.charCodeAt((i += 1)))) return false;
  }
  return commas <= MOST_COMMAS && brackets <= MOST_BRACKETS;
}

/** The escapes that `JSON.stringify` writes for a character; `\u…` and `\/` stand for one that needs none. */
function isUsual(escaped: number): boolean {
  return escaped === 0x22 || escaped === 0x5c || escaped === 0x6e || escaped === 0x74 || escaped === 0x72;
}
