import { spelledInOneLine, spelledOut } from '../../../protocol/text/visible-text.ts';

/** One line: breaks become a mark, other control characters are spelled out. */
export const oneLine = spelledInOneLine;

/** Several lines, as they are, without what a terminal would obey. */
export const harmless = spelledOut;

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
