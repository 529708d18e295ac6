const BEYOND_ASCII = /[\u0080-\uffff]+/g;

/** Bytes of a text in UTF-8; a half of a surrogate pair counts as the three bytes of its replacement. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (const run of text.match(BEYOND_ASCII) ?? [])
    // A pair of surrogates has two code units and four bytes.
    for (const character of run) bytes += (character.codePointAt(0) ?? 0) < 0x800 ? 1 : 2;
  return bytes;
}
