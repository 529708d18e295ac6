import { secretSpans, type SecretSpan } from '../../policy/secrets/secret-spans.ts';

export interface Redacted {
  text: string;
  /** Something was masked or left out. */
  changed: boolean;
}

const MASK = '***';
/** How far after the cut a secret that begins before it is looked for: longer than nearly every token. */
const MARGIN = 300;

/** Where the secrets in the beginning of a string are. */
export type Search = (text: string, length: number) => readonly SecretSpan[];

const searchBeginning: Search = (text, length) => secretSpans(text.length > length ? text.slice(0, length) : text);

/** For texts that are shortened more and more: what was searched is not searched again when less of it is kept. */
export function searchOnce(): Search {
  const searched = new Map<string, { length: number; spans: readonly SecretSpan[] }>();
  return (text, length) => {
    const before = searched.get(text);
    if (before !== undefined && before.length >= length) return before.spans;
    const spans = searchBeginning(text, length);
    searched.set(text, { length, spans });
    return spans;
  };
}

/** The beginning of a string without its secrets. Only that and a margin are searched, however long the string is. */
export function redactHead(text: string, limit: number, search: Search = searchBeginning): Redacted {
  const kept = Math.min(text.length, limit);
  const spans = search(text, kept + MARGIN);
  if (spans.length === 0 && text.length === kept) return { text, changed: false };
  let result = '';
  let at = 0;
  for (const [start, end] of spans) {
    if (start >= kept) break;
    result += text.slice(at, start) + MASK;
    at = end;
  }
  const isMasked = at > 0;
  if (at < kept) result += text.slice(at, endOfCharacter(text, kept));
  const isCut = text.length > kept;
  return { text: isCut ? `${result}…[${text.length - kept} more]` : result, changed: isMasked || isCut };
}

export function redact(text: string): string {
  return redactHead(text, Infinity).text;
}

/** Not between the two halves of a surrogate pair. */
function endOfCharacter(text: string, at: number): number {
  return at < text.length && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 ? at - 1 : at;
}
