/** A short name for a string, for file names and for finding damage: 64 bits, the same on every host. Not a secret, and no proof against a forger. */
export function textKey(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x1b873593;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul((b << 13) | (b >>> 19), 5) + Math.imul(c + 1, 0x9e3779b1);
  }
  return [a, b].map((half) => (mix(half) >>> 0).toString(36).padStart(7, '0')).join('');
}

function mix(value: number): number {
  let x = value;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}
