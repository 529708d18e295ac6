/** What an agent wrote must not steer the terminal it is shown on, nor look like something else. */
const CONTROL = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** One line: breaks become a mark, other control characters are spelled out. */
export function oneLine(text: string): string {
  return text
    .replace(/\s*(?:\r\n|\r|\n)\s*/g, ' ⏎ ')
    .replace(/\t/g, ' ')
    .replace(CONTROL, spelled);
}

/** Several lines, as they are, without what a terminal would obey. */
export function harmless(text: string): string {
  return text.replace(CONTROL, (char) => (char === '\n' || char === '\t' ? char : spelled(char)));
}

export function cut(text: string, width: number): string {
  if (text.length <= width) return text;
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}

/** Cut or filled to the width. */
export function fitted(text: string, width: number): string {
  const short = cut(text, width);
  return short + ' '.repeat(Math.max(0, width - [...short].length));
}

function spelled(char: string): string {
  const code = (char.codePointAt(0) ?? 0).toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
}
