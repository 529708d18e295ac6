/** A host as written and, for an address in one of its odd spellings, as four numbers: `0xa9fea9fe`, `2852039166` and `[::ffff:a9fe:a9fe]` are 169.254.169.254. */
export function spellingsOf(host: string): string[] {
  const plain = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  const dotted = fromMapped(plain) ?? fromNumbers(plain);
  return [...new Set(dotted === undefined ? [host, plain] : [host, plain, dotted])];
}

/** The host of an address with or without a scheme. */
export function hostOfAddress(url: string): string | null {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@]*@)?(\[[^\]]+\]|[^/:?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? null;
}

function fromMapped(text: string): string | undefined {
  const tail = /^(?:0{0,4}:)*:?ffff:(.+)$/.exec(text)?.[1];
  if (tail === undefined) return undefined;
  const [, high, low] = /^([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(tail) ?? [];
  if (high === undefined || low === undefined) return fromNumbers(tail);
  return dottedOf(Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16));
}

/** As inet_aton reads it: one to four numbers, decimal, octal or hexadecimal; the last one fills what is left. */
function fromNumbers(text: string): string | undefined {
  const parts = text.split('.');
  if (parts.length > 4 || !parts.every((part) => /^(?:0x[0-9a-f]+|\d+)$/.test(part))) return undefined;
  const numbers = parts.map((part) =>
    part.startsWith('0x') ? Number.parseInt(part.slice(2), 16) : Number.parseInt(part, /^0[0-7]+$/.test(part) ? 8 : 10),
  );
  const last = numbers.pop() ?? 0;
  if (numbers.some((number) => number > 255) || last >= 256 ** (4 - numbers.length)) return undefined;
  return dottedOf(numbers.reduce((sum, number, i) => sum + number * 256 ** (3 - i), last));
}

function dottedOf(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
}
