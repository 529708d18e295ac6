/**
 * `*` spans any characters, `\*` and `\\` are literal. One star after a space at the end is optional together with its space,
 * so `ls *` means `ls` as a word; with a second star in the pattern it is not.
 */
export function wildcardMatches(pattern: string, text: string): boolean {
  const pieces = split(pattern.trim());
  const last = pieces.at(-2);
  if (pieces.length === 2 && pieces[1] === '' && last?.endsWith(' ')) {
    return text === last.slice(0, -1) || text.startsWith(last);
  }
  return piecesMatch(pieces, text);
}

/** The literal texts between the stars. */
function split(pattern: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? '';
    const next = pattern[at + 1];
    if (char === '*') {
      pieces.push(piece);
      piece = '';
    } else if (char === '\\' && (next === '*' || next === '\\')) {
      piece += next;
      at++;
    } else piece += char;
  }
  pieces.push(piece);
  return pieces;
}

/** The earliest place for each piece is always good enough, so no backtracking: linear in pattern and text. */
function piecesMatch(pieces: readonly string[], text: string): boolean {
  const first = pieces[0] ?? '';
  if (pieces.length === 1) return text === first;
  const last = pieces.at(-1) ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    at = findEnd(text, piece, at, end);
    if (at < 0) return false;
  }
  return true;
}

/** Where the first occurrence of `piece` within [from, end) ends, or -1. Knuth–Morris–Pratt: `indexOf` can be quadratic. */
function findEnd(text: string, piece: string, from: number, end: number): number {
  if (piece.length === 0) return from;
  if (piece.length > end - from) return -1;
  const fallback = new Int32Array(piece.length);
  for (let at = 1, length = 0; at < piece.length; at++) {
    while (length > 0 && piece[at] !== piece[length]) length = fallback[length - 1] ?? 0;
    if (piece[at] === piece[length]) length++;
    fallback[at] = length;
  }
  for (let at = from, length = 0; at < end; at++) {
    while (length > 0 && text[at] !== piece[length]) length = fallback[length - 1] ?? 0;
    if (text[at] === piece[length]) length++;
    if (length === piece.length) return at + 1;
  }
  return -1;
}
