export type Random = () => number;

/** mulberry32 */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function below(random: Random, most: number): number {
  return Math.floor(random() * most);
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[below(random, list.length)] as T;
}

export function many<T>(random: Random, from: number, to: number, make: () => T): T[] {
  return Array.from({ length: from + below(random, to - from + 1) }, make);
}
