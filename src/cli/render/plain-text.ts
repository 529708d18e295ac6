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
  if (widthOf(text) <= width) return text;
  let kept = '';
  let taken = 1;
  for (const char of text) {
    taken += widthOf(char);
    if (taken > width) break;
    kept += char;
  }
  return `${kept}…`;
}

/** Cut or filled to the width. */
export function fitted(text: string, width: number): string {
  const short = cut(text, width);
  return short + ' '.repeat(Math.max(0, width - widthOf(short)));
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/gu;
const NONE = /\p{Mn}|\p{Me}|[\u200b-\u200d]/gu;

/** Columns on a terminal: ideographs and emoji take two, marks on a letter none. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  const count = (expression: RegExp) => text.match(expression)?.length ?? 0;
  return [...text].length + count(WIDE) - count(NONE);
}

function spelled(char: string): string {
  const code = (char.codePointAt(0) ?? 0).toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
}
