/** Text that need not be read whole: one byte for each character. */
export interface TextSource {
  size: number;
  slice: (from: number, to: number) => string;
}

export function wholeText(text: string): TextSource {
  return { size: text.length, slice: (from, to) => text.slice(from, to) };
}

/** The rest of a source, from a place on. */
export function restOf({ size, slice }: TextSource, start: number): TextSource {
  return { size: size - start, slice: (from, to) => slice(start + from, start + to) };
}

/** Enough for most lines; longer ones take a second look. */
const LINE = 2_048;

/** The line at a place, without its end; null when the text ends before the line does. */
export function lineAt(source: TextSource, from: number): string | null {
  for (let length = LINE; ; length *= 4) {
    const text = source.slice(from, Math.min(from + length, source.size));
    const end = text.indexOf('\n');
    if (end >= 0) return text.slice(0, end);
    if (from + length >= source.size) return null;
  }
}

/** A short sum of a text, equal on every host. The host may have a faster way to compute it. */
export type Sum = (text: string) => string;

/** The compiled policy is not what the compiler wrote. The caller compiles it again. */
export class DamagedPolicy extends Error {
  constructor() {
    super('the compiled policy is damaged');
  }
}

/** A line that shows damage: the text and its sum. */
export function withSum(text: string, sum: Sum): string {
  return `${text}\t${sum(text)}`;
}

/** The text of such a line. One flipped bit in a rule would silence it, so what does not fit its sum is not used. */
export function checkedText(line: string, sum: Sum): string {
  const tab = line.lastIndexOf('\t');
  const text = line.slice(0, Math.max(0, tab));
  check(text, line.slice(tab + 1), sum);
  return text;
}

export function check(text: string, expected: string | undefined, sum: Sum): void {
  if (sum(text) !== expected) throw new DamagedPolicy();
}
