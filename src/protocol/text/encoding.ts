export function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return !/[^\x00-\x7f]/.test(text);
}

/** The same text in ASCII, for JSON and for keys: a place in it is a place in its file, and it can be looked up unchanged. */
export function ascii(text: string): string {
  return isAscii(text)
    ? text
    : // oxlint-disable-next-line no-control-regex
      text.replace(/[^\x00-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function asciiJson(value: unknown): string {
  return ascii(JSON.stringify(value));
}

/** The text that was made ASCII. */
export function plain(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

const BEYOND_ASCII = /[\u0080-\uffff]+/g;

/** Bytes of a string in UTF-8; a half of a surrogate pair counts as the three bytes of its replacement. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (const run of text.match(BEYOND_ASCII) ?? [])
    // A pair of surrogates has two code units and four bytes.
    for (const character of run) bytes += (character.codePointAt(0) ?? 0) < 0x800 ? 1 : 2;
  return bytes;
}
