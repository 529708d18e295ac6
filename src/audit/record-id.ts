const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Sorts by time, differs between processes, and can be read out: `hookctl why 06b3k2x9-4fq2`. */
export function recordId(at: number): string {
  let time = '';
  for (let rest = at, i = 0; i < 9; i++, rest = Math.floor(rest / 32)) time = LETTERS.charAt(rest % 32) + time;
  const random = crypto.getRandomValues(new Uint8Array(5));
  return `${time}-${[...random].map((byte) => LETTERS.charAt(byte % 32)).join('')}`;
}
