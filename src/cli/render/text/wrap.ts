import { withOwnColours } from './colour-marks.ts';
import { widthOf } from './plain-text.ts';

/** The one place where running text is broken: at spaces. A word that is longer than a line stays whole, so that it can be copied. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => withOwnColours(linesOf(paragraph, width)));
}

/** The text after a head; its further lines begin below its first word, or `indent` columns in. */
export function hang(head: string, text: string, width: number, indent: number = widthOf(head)): string[] {
  const margin = ' '.repeat(indent);
  const room = roomFor(width, indent);
  const lines = text
    .split('\n')
    .flatMap((paragraph, i) => withOwnColours(linesOf(paragraph, room, i === 0 ? widthOf(head) - indent : 0)));
  return lines.map((line, i) => (i === 0 ? head : margin) + line);
}

/** Lines that are too long are broken, and what follows is indented to the text of their beginning; all others stay as they are. */
export function fold(text: string, width: number): string {
  if (width === Infinity) return text;
  return text
    .split('\n')
    .flatMap((line) => {
      if (widthOf(line) <= width) return [line];
      const head = BEGINNING.exec(line)?.[0] ?? '';
      return hang(head, line.slice(head.length), width);
    })
    .join('\n');
}

/** Spaces and the mark of a list. */
const BEGINNING = /^ *(?:[^\s\w"'`([{<] )?/u;

/** A deep margin leaves half of a narrow terminal to the text. */
function roomFor(width: number, indent: number): number {
  return Math.max(Math.floor(width / 2), width - indent);
}

/** `taken`: columns of the first line that are not free. */
function linesOf(paragraph: string, width: number, taken = 0): string[] {
  const lines: string[] = [];
  let line = '';
  // Each word with the spaces before it. They vanish where a line ends.
  for (const [part, spaces = '', word = ''] of paragraph.matchAll(/( *)([^ ]+| +$)/g)) {
    const size = widthOf(part);
    if (line === '' || taken + size <= width) {
      line += part;
      taken += size;
    } else {
      lines.push(line);
      line = word;
      taken = size - spaces.length;
    }
  }
  return [...lines, line];
}
