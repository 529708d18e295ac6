import type { Script } from './bash-syntax.ts';

/** Nesting beyond this is given up on, like the client does somewhere above a hundred levels. */
const MAX_DEPTH = 200;

/**
 * A place in the text. A failed parse is not thrown: it jumps to the end of the text, where every loop stops, and is asked for once.
 */
export type Reader = {
  text: string;
  at: number;
  failed: boolean;
  depth: number;
  /** How words reach the grammar for `$( )`, without importing it. */
  readScript: (reader: Reader) => Script;
};

export function fail(reader: Reader): void {
  reader.failed = true;
  reader.at = reader.text.length;
}

export function atEnd(reader: Reader): boolean {
  return reader.at >= reader.text.length;
}

export function looking(reader: Reader, text: string): boolean {
  return reader.text.startsWith(text, reader.at);
}

export function take(reader: Reader, text: string): boolean {
  const found = looking(reader, text);
  if (found) reader.at += text.length;
  return found;
}

/** The text a sticky pattern finds here, consumed. */
export function takeMatch(reader: Reader, sticky: RegExp): string | undefined {
  sticky.lastIndex = reader.at;
  const found = sticky.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

export function skipBlanks(reader: Reader): void {
  takeMatch(reader, /(?:[ \t]|\\\n)+/y);
}

/** Blanks, newlines and comments. */
export function skipLines(reader: Reader): void {
  takeMatch(reader, /(?:[ \t\n]|\\\n|#[^\n]*)+/y);
}

export function nested<T>(reader: Reader, read: () => T, otherwise: T): T {
  if (reader.depth >= MAX_DEPTH) {
    fail(reader);
    return otherwise;
  }
  reader.depth++;
  const result = read();
  reader.depth--;
  return result;
}
