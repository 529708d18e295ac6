/** More than this nobody hides in a command line. */
const MOST_OUTPUT = 64 * 1024;

/** The bytes in a gzip file, or undefined where it is not one or is broken. */
export function gunzip(bytes: readonly number[]): number[] | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8) return undefined;
  const flags = bytes[3] ?? 0;
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256;
  // A name and a comment, each ended by a NUL.
  for (const flag of [8, 16]) if ((flags & flag) !== 0) at = bytes.indexOf(0, at) + 1;
  if ((flags & 2) !== 0) at += 2;
  return inflate(bytes, at);
}

type Bits = { take: (count: number) => number; align: () => void; isEnded: () => boolean };

function inflate(bytes: readonly number[], from: number): number[] | undefined {
  const bits = bitsOf(bytes, from);
  const out: number[] = [];
  let isLast = false;
  while (!isLast) {
    isLast = bits.take(1) === 1;
    const kind = bits.take(2);
    if (kind === 3 || bits.isEnded()) return undefined;
    if (kind === 0) copyStored(bits, out);
    else {
      const [lengths, distances] = kind === 1 ? FIXED() : readCodes(bits);
      if (!inflateBlock(bits, out, codeOf(lengths), codeOf(distances))) return undefined;
    }
  }
  return out;
}

function bitsOf(bytes: readonly number[], from: number): Bits {
  let at = from * 8;
  const one = (): number => {
    const bit = ((bytes[at >> 3] ?? 0) >> (at & 7)) & 1;
    at++;
    return bit;
  };
  return {
    take: (count) => {
      let value = 0;
      for (let i = 0; i < count; i++) value |= one() << i;
      return value;
    },
    align: () => {
      at = (at + 7) & ~7;
    },
    isEnded: () => at > bytes.length * 8,
  };
}

function copyStored(bits: Bits, out: number[]): void {
  bits.align();
  const length = bits.take(16);
  bits.take(16);
  for (let i = 0; i < length && !bits.isEnded(); i++) out.push(bits.take(8));
}

/** Symbols by the length and the bits of their code. */
type Code = ReadonlyMap<number, number>;

function codeOf(lengths: readonly number[]): Code {
  const code = new Map<number, number>();
  let next = 0;
  for (let length = 1; length <= 15; length++) {
    for (const [symbol, own] of lengths.entries()) if (own === length) code.set((length << 16) | next++, symbol);
    next <<= 1;
  }
  return code;
}

function symbolOf(bits: Bits, code: Code): number | undefined {
  let value = 0;
  for (let length = 1; length <= 15; length++) {
    value = (value << 1) | bits.take(1);
    const symbol = code.get((length << 16) | value);
    if (symbol !== undefined) return symbol;
  }
  return undefined;
}

const FIXED = (): [number[], number[]] => [
  Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)),
  Array.from({ length: 30 }, () => 5),
];

const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** The codes of a block are coded themselves, with signs for what is repeated. */
function readCodes(bits: Bits): [number[], number[]] {
  const literals = bits.take(5) + 257;
  const distances = bits.take(5) + 1;
  const count = bits.take(4) + 4;
  const own: number[] = Array.from({ length: 19 }, () => 0);
  for (const place of ORDER.slice(0, count)) own[place] = bits.take(3);
  const code = codeOf(own);
  const lengths: number[] = [];
  while (lengths.length < literals + distances && !bits.isEnded()) {
    const symbol = symbolOf(bits, code) ?? 0;
    const [value, times] =
      symbol < 16
        ? [symbol, 1]
        : symbol === 16
          ? [lengths.at(-1) ?? 0, 3 + bits.take(2)]
          : [0, symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7)];
    for (let i = 0; i < times; i++) lengths.push(value);
  }
  return [lengths.slice(0, literals), lengths.slice(literals)];
}

function inflateBlock(bits: Bits, out: number[], literals: Code, distances: Code): boolean {
  while (out.length < MOST_OUTPUT && !bits.isEnded()) {
    const symbol = symbolOf(bits, literals);
    if (symbol === undefined) return false;
    if (symbol === 256) return true;
    if (symbol < 256) {
      out.push(symbol);
      continue;
    }
    const length = copiedLength(bits, symbol);
    const distance = copiedFrom(bits, symbolOf(bits, distances) ?? 0);
    if (distance > out.length) return false;
    for (let i = 0; i < length; i++) out.push(out[out.length - distance] ?? 0);
  }
  return false;
}

function copiedLength(bits: Bits, symbol: number): number {
  if (symbol === 285) return 258;
  const at = symbol - 257;
  if (at < 8) return at + 3;
  const extra = (at >> 2) - 1;
  return ((4 + (at & 3)) << extra) + 3 + bits.take(extra);
}

function copiedFrom(bits: Bits, symbol: number): number {
  if (symbol < 4) return symbol + 1;
  const extra = (symbol >> 1) - 1;
  return ((2 + (symbol & 1)) << extra) + 1 + bits.take(extra);
}
