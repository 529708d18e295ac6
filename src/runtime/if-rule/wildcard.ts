/**
 * `*` spans any characters, slashes too; `**` between slashes may also be nothing, with one slash for the two; `\*` and `\\` are literal.
 * A space and a star at the end are optional, so `ls *` means `ls` as a word; with another star in the pattern they are not.
 */
export function wildcardMatches(pattern: string, text: string): boolean {
  return compileWildcard(pattern)(text);
}

/** The same for many texts. */
export function compileWildcard(pattern: string): (text: string) => boolean {
  const all = split(pattern.trim());
  const [first, last] = all;
  const optional =
    all.length === 2 && last?.text === '' && first?.text.endsWith(' ') ? first.text.slice(0, -1) : undefined;
  const pieces = all.filter((piece, index) => piece.text !== '' || index === 0 || index === all.length - 1);
  const least = pieces.reduce((sum, piece) => sum + piece.text.length - (piece.overlaps ? 1 : 0), 0);
  return (text) => text === optional || (text.length >= least && piecesMatch(pieces, text));
}

/** The text between two stars. `overlaps`: may begin with the slash that the piece before ended with. */
type Piece = { text: string; overlaps: boolean };

function split(pattern: string): Piece[] {
  const pieces: Piece[] = [];
  let piece: Piece = { text: '', overlaps: false };
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? '';
    const next = pattern[at + 1];
    if (char === '*') {
      pieces.push(piece);
      piece = { text: '', overlaps: false };
    } else if (char === '\\' && (next === '*' || next === '\\')) {
      piece.text += next;
      at++;
    } else {
      piece.text += char;
      if (char !== '/' || !pattern.startsWith('**/', at + 1)) continue;
      pieces.push(piece);
      piece = { text: '', overlaps: true };
      at += 2;
    }
  }
  pieces.push(piece);
  return pieces;
}

/** The earliest place for each piece is always good enough, so no backtracking: linear in pattern and text. */
function piecesMatch(pieces: readonly Piece[], text: string): boolean {
  const first = pieces[0]?.text ?? '';
  if (pieces.length === 1) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    at = findEnd(text, piece.text, piece.overlaps ? at - 1 : at);
    if (at < 0) return false;
  }
  const last = pieces.at(-1);
  if (last === undefined || !text.endsWith(last.text)) return false;
  return text.length - last.text.length >= (last.overlaps ? at - 1 : at);
}

/** Where the first occurrence of `piece` at or after `from` ends, or -1. Knuth–Morris–Pratt: `indexOf` can be quadratic. */
function findEnd(text: string, piece: string, from: number): number {
  if (piece.length === 0) return from;
  if (piece.length > text.length - from) return -1;
  const fallback = new Int32Array(piece.length);
  for (let at = 1, length = 0; at < piece.length; at++) {
    while (length > 0 && piece[at] !== piece[length]) length = fallback[length - 1] ?? 0;
    if (piece[at] === piece[length]) length++;
    fallback[at] = length;
  }
  for (let at = from, length = 0; at < text.length; at++) {
    while (length > 0 && text[at] !== piece[length]) length = fallback[length - 1] ?? 0;
    if (text[at] === piece[length]) length++;
    if (length === piece.length) return at + 1;
  }
  return -1;
}
