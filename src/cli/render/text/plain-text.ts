import { COLOUR_MARK } from './colour-marks.ts';
import { spelledInOneLine, spelledOut } from '../../../protocol/text/visible-text.ts';

/** One line: breaks become a mark, other control characters are spelled out. */
export const oneLine = spelledInOneLine;

/** Several lines, as they are, without what a terminal would obey. */
export const harmless = spelledOut;

/**
 * The beginning of a line that must stay one line, for lists such as `log`. It ends after a word, and in a long word (a path, a URL) after one of its
 * parts; only a word without parts is cut. Not for painted text.
 */
export function shorten(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const room = beginning(text, width - 1);
  const words = wholeWords(text, beginning(text, width - 2));
  // Losing half of the line for a whole word would be too much.
  if (widthOf(words) >= width / 2) return `${words} …`;
  const parts = /^.*[/\\,:;=&?]/su.exec(room)?.[0] ?? '';
  if (parts.length > words.length) return `${parts}…`;
  return words === '' ? `${room}…` : `${words} …`;
}

function wholeWords(text: string, start: string): string {
  const end = text[start.length] === ' ' ? start.length : start.lastIndexOf(' ');
  return start.slice(0, Math.max(0, end)).trimEnd();
}

function beginning(text: string, width: number): string {
  let kept = '';
  let taken = 0;
  for (const char of text) {
    taken += widthOf(char);
    if (taken > width) break;
    kept += char;
  }
  return kept;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/gu;
const NONE = /\p{Mn}|\p{Me}|[\u200b-\u200d]/gu;

/** Columns on a terminal: ideographs and emoji take two, marks on a letter and colours none. */
export function widthOf(painted: string): number {
  if (/^[ -~]*$/.test(painted)) return painted.length;
  const text = painted.replace(COLOUR_MARK, '');
  const count = (expression: RegExp) => text.match(expression)?.length ?? 0;
  return [...text].length + count(WIDE) - count(NONE);
}
