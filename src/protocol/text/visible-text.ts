/**
 * Characters that control how text is displayed, or that are invisible: control characters other than line breaks and tabs, marks of direction, zero-width
 * characters, fillers, tags, and halves of pairs. What others wrote never leaves with them.
 */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;
const ALL_HIDDEN = new RegExp(HIDDEN.source, 'gu');

/** For people: each of them becomes what it is called, `\x1b` or `\u202e`. Line breaks and tabs stay. */
export function spelledOut(text: string): string {
  return HIDDEN.test(text) ? text.replace(ALL_HIDDEN, nameOf) : text;
}

/** In one line: breaks become a mark. */
export function spelledInOneLine(text: string): string {
  const line = text.includes('\n') || text.includes('\r') ? text.replace(/\s*(?:\r\n|[\r\n])\s*/g, ' ⏎ ') : text;
  return spelledOut(line.replaceAll('\t', ' '));
}

/** For texts of our own and of the policy, where an emoji may be made of several characters: they are left out. */
export function withoutHidden(text: string): string {
  return HIDDEN.test(text) ? text.replace(ALL_HIDDEN, '') : text;
}

/** JSON that says the same and shows nothing hidden: they are written as escapes, which the reader of the JSON gets back. */
export function escapedJson(json: string): string {
  return HIDDEN.test(json) ? json.replace(ALL_HIDDEN, escape) : json;
}

function nameOf(char: string): string {
  const code = (char.codePointAt(0) ?? 0).toString(16);
  return code.length <= 2
    ? `\\x${code.padStart(2, '0')}`
    : code.length <= 4
      ? `\\u${code.padStart(4, '0')}`
      : `\\u{${code}}`;
}

function escape(char: string): string {
  let escaped = '';
  for (let i = 0; i < char.length; i++) escaped += `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return escaped;
}
