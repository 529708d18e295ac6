/** With this many digits of the hash an entry has 64 bytes: none crosses a page border, so a kill cannot tear it. */
const DIGITS = 48;
const LENGTH = 64;
const ENTRY = /^([0-9a-f]{48}) {1,14}(\d+)$/;

/** A note that a line was written, and where it ended. */
export interface Witness {
  key: string;
  end: number;
}

export function witnessOf(hash: string, end: number): string {
  return `${witnessKey(hash)}${String(end).padStart(LENGTH - 1 - DIGITS)}\n`;
}

export function witnessKey(hash: string): string {
  return hash.slice(0, DIGITS);
}

/** Null for what is not an entry. Half of one may come before a whole one. */
export function readWitness(line: string): Witness | null {
  const [, key, end] = ENTRY.exec(line.slice(1 - LENGTH)) ?? [];
  return key === undefined ? null : { key, end: Number(end) };
}
