/**
 * SHA-256 of a text in UTF-8, as 64 hexadecimal digits. Our own, because this runs once in a fresh process: loading node:crypto takes four times as
 * long as this takes for one line, and a general library warms up for half of that (docs/decisions/040). The tests hold it against node:crypto.
 */
export function sha256(text: string): string {
  const message = padded(new TextEncoder().encode(text));
  const { primes, start } = constants();
  const w = new Int32Array(64);
  let [h0, h1, h2, h3, h4, h5, h6, h7] = start as unknown as Eight;
  for (let block = 0; block < message.length; block += 16) {
    for (let i = 0; i < 16; i++) w[i] = message[block + i]!;
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15]!;
      const y = w[i - 2]!;
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = [h0, h1, h2, h3, h4, h5, h6, h7];
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + primes[i]! + w[i]!) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    h0 = (h0 + a) | 0;
    h1 = (h1 + b) | 0;
    h2 = (h2 + c) | 0;
    h3 = (h3 + d) | 0;
    h4 = (h4 + e) | 0;
    h5 = (h5 + f) | 0;
    h6 = (h6 + g) | 0;
    h7 = (h7 + h) | 0;
  }
  return [h0, h1, h2, h3, h4, h5, h6, h7].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

type Eight = [number, number, number, number, number, number, number, number];

/** The message, a one bit, zeros, and the length in bits: whole blocks of sixteen words. */
function padded(bytes: Uint8Array): Int32Array {
  const words = new Int32Array((((bytes.length + 8) >>> 6) + 1) * 16);
  for (let i = 0; i < bytes.length; i++) words[i >> 2]! |= bytes[i]! << (24 - ((i & 3) << 3));
  words[bytes.length >> 2]! |= 0x80 << (24 - ((bytes.length & 3) << 3));
  words[words.length - 2] = Math.floor(bytes.length / 0x2000_0000);
  words[words.length - 1] = bytes.length << 3;
  return words;
}

let made: { primes: Int32Array; start: Int32Array } | undefined;

/** The first 32 bits behind the point of the roots of the first primes: cube roots for the rounds, square roots for the start. */
function constants(): { primes: Int32Array; start: Int32Array } {
  if (made !== undefined) return made;
  const primes = new Int32Array(64);
  const start = new Int32Array(8);
  for (let number = 2, n = 0; n < 64; number++) {
    let divisor = 2;
    while (divisor * divisor <= number && number % divisor !== 0) divisor++;
    if (divisor * divisor <= number) continue;
    if (n < 8) start[n] = (Math.sqrt(number) % 1) * 0x1_0000_0000;
    primes[n++] = (Math.cbrt(number) % 1) * 0x1_0000_0000;
  }
  return (made = { primes, start });
}
