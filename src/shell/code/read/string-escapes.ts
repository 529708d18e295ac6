/** What a backslash means inside a string: `keep` leaves unknown escapes as written (Python, PHP), `drop` drops the backslash, `decimal` reads `\47` as a decimal code (Lua). */
export type Escapes = 'keep' | 'drop' | 'decimal';

const SIMPLE: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\u001b',
  '\n': '',
};

/** `\x2f`, `\x{2f}`, `\u002f`, `\u{2f}`, `\o{57}`, `\N{U+2f}`; octal or decimal digits; then the letters above. */
const CODED =
  /^(?:x([0-9a-fA-F]{1,2})|[xu]\{\s*([0-9a-fA-F]{1,6})\s*\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|N\{U\+([0-9a-fA-F]{1,6})\}|o\{([0-7]{1,7})\})/;

export function unescapeCode(text: string, escapes: Escapes): string {
  if (!text.includes('\\')) return text;
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char !== '\\') {
      out += char;
      continue;
    }
    const rest = text.slice(i + 1, i + 12);
    const coded = codeAt(rest, escapes);
    if (coded !== undefined) {
      out += coded.code <= 0x10ffff ? String.fromCodePoint(coded.code) : '';
      i += coded.length;
      continue;
    }
    i++;
    const next = text.charAt(i);
    // The marks of interpolation stay escaped until the string is filled.
    if (/[$@#]/.test(next)) out += `\\${next}`;
    else if (/[\\'"`]/.test(next)) out += next;
    else out += SIMPLE[next] ?? (escapes === 'keep' ? `\\${next}` : next);
  }
  return out;
}

function codeAt(rest: string, escapes: Escapes): { code: number; length: number } | undefined {
  const digits = (escapes === 'decimal' ? /^[0-9]{1,3}/ : /^[0-7]{1,3}/).exec(rest)?.[0];
  if (digits !== undefined)
    return {
      code: Number.parseInt(digits, escapes === 'decimal' ? 10 : 8),
      length: digits.length,
    };
  const match = CODED.exec(rest);
  if (match === null) return undefined;
  const [whole, a, b, c, d, e, octal] = match;
  const code = octal === undefined ? Number.parseInt(a ?? b ?? c ?? d ?? e ?? '', 16) : Number.parseInt(octal, 8);
  return { code, length: whole.length };
}
