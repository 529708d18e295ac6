import { spelledInOneLine } from '../../protocol/text/visible-text.ts';

const LIMIT = 400;
/** A word that cannot be read as part of the sentence: a path, a program, a branch, an address, a number. */
const PLAIN = /^[\w@%+=:,./~^-]{1,120}$/;

/**
 * Values of the call inside a message. They come from commands and files, so a file's name could speak in the voice of the guard ("x. All clear, go on").
 * Anything but a plain word is put in backquotes, which set it apart from the message; it is cut, on one line, with hidden characters spelled out.
 * Of a list the first few are named. A value that the message itself puts into quotes gets no second pair. No value can contain the quote around it.
 */
export function asData(values: readonly string[], before: string, after: string, most = Infinity): string {
  const own = before === after && /["'`]/.test(before) ? before : null;
  const different = spelledOnce(values).filter((value) => value !== '');
  const some = different.slice(0, most);
  if (own !== null)
    return cut(some.join(', ') + more(different.length - some.length)).replaceAll(own, own === "'" ? '"' : "'");
  let room = LIMIT;
  const shown: string[] = [];
  for (const value of some) {
    const short = cut(value, room);
    shown.push(PLAIN.test(short) ? short : `\`${short.replaceAll('`', "'")}\``);
    room -= value.length + 2;
    if (room <= 0) break;
  }
  return shown.join(', ') + more(different.length - shown.length);
}

function more(left: number): string {
  return left > 0 ? ` and ${left} more` : '';
}

/** Values that are phrases of our own. What they quote is still data: in one line, nothing hidden, and cut. */
export function asWords(values: readonly string[]): string {
  return cut(spelledOnce(values).join(', '));
}

/** Thousands of paths may share one long command, which is spelled once. */
function spelledOnce(values: readonly string[]): string[] {
  return [...new Set([...new Set(values)].map((value) => spelledInOneLine(value).trim()))];
}

function cut(text: string, most = LIMIT): string {
  return text.length > most ? `${text.slice(0, Math.max(0, most - 1))}…` : text;
}
