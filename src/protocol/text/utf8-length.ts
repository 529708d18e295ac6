const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Bytes of a text in UTF-8; a half of a surrogate pair counts as the three bytes of its replacement. */
export function utf8Length(text: string): number {
  if (!BEYOND_ASCII.test(text)) return text.length;
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
