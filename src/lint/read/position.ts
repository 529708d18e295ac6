/** Line and column, both from 1, as editors count them. */
export interface LineAndColumn {
  line: number;
  column: number;
}

export function positionAt(text: string, offset: number): LineAndColumn {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - (before.lastIndexOf('\n') + 1) + 1 };
}

/** For each character of a JSON string's value, its position in the raw text (relative to the opening quote). */
export function stringOffsets(raw: string): number[] {
  const offsets: number[] = [];
  let at = 1;
  while (at < raw.length - 1) {
    offsets.push(at);
    at += raw.charAt(at) !== '\\' ? 1 : raw.charAt(at + 1) === 'u' ? 6 : 2;
  }
  offsets.push(at);
  return offsets;
}
