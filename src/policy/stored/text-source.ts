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
