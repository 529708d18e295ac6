/** Looks up lines `key<TAB>…` in sorted text without splitting it. */
export function findKey(text: string, key: string): string[] {
  const wanted = `${key}\t`;
  const at = lowerBound(text, wanted);
  return text.startsWith(wanted, at) ? [lineAt(text, at)] : [];
}

export function findPrefix(text: string, prefix: string): string[] {
  const lines: string[] = [];
  for (let at = lowerBound(text, prefix); text.startsWith(prefix, at);) {
    const line = lineAt(text, at);
    lines.push(line);
    at += line.length + 1;
  }
  return lines;
}

export function hasPrefix(text: string, prefix: string): boolean {
  return text.startsWith(prefix, lowerBound(text, prefix));
}

/** The start of the first line that is not smaller than `wanted`. */
function lowerBound(text: string, wanted: string): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = text.lastIndexOf('\n', middle - 1) + 1;
    const from = middle === 0 || start < low ? low : start;
    const line = lineAt(text, from);
    if (keyOf(line) < keyOf(wanted)) low = from + line.length + 1;
    else high = from;
  }
  return low;
}

/** Tab sorts below every printable character, but the index is sorted by key: compare keys only. */
function keyOf(line: string): string {
  const tab = line.indexOf('\t');
  return tab < 0 ? line : line.slice(0, tab);
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.slice(at) : text.slice(at, end);
}
