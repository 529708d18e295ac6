/** Bytes of a text in UTF-8; a half of a surrogate pair counts as the three bytes of its replacement. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}
