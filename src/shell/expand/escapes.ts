/** Backslash escapes of `echo -e`, `printf` and `$'…'`. */
export function unescape(text: string): string {
  if (!text.includes('\\')) return text;
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char !== '\\') {
      out += char;
      continue;
    }
    const coded = /^(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|0?[0-7]{1,3})/.exec(
      text.slice(i + 1, i + 10),
    )?.[1];
    if (coded !== undefined) {
      const hex = /^[xuU]/.test(coded);
      const code = Number.parseInt(hex ? coded.slice(1) : coded, hex ? 16 : 8);
      out += code <= 0x10ffff ? String.fromCodePoint(code) : '';
      i += coded.length;
      continue;
    }
    i++;
    const next = text.charAt(i);
    if (next === 'c') return out;
    out += SIMPLE[next] ?? `\\${next}`;
  }
  return out;
}

const SIMPLE: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\u001b',
  E: '\u001b',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

/** What printf prints; `%s` and its kin are filled in order, the format is used again while arguments are left. */
export function formatPrintf(format: string, args: readonly string[]): string {
  let out = '';
  let next = 0;
  for (let round = 0; round === 0 || (next < args.length && round < 200 && out.length < 65_536); round++) {
    const before = next;
    out += unescape(
      format.replace(/%%|%[-+ 0#]*(?:\d+|\*)?(?:\.\d+)?([a-zA-Z])/g, (whole, kind: string | undefined) => {
        if (whole === '%%') return '%';
        const value = args[next++] ?? '';
        if (kind === 'b') return unescape(value);
        if (kind === 'x' || kind === 'X') return Number(value).toString(16);
        if (kind === 'o') return Number(value).toString(8);
        if (kind === 'c') return value.charAt(0);
        return value.replaceAll('\\', '\\\\');
      }),
    );
    if (next === before) break;
  }
  return out;
}

export function reversed(text: string): string {
  return Array.from(text).reverse().join('');
}

/** Undefined when the text is not base64. */
export function decodeBase64(text: string): string | undefined {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const char of text.replaceAll('-', '+').replaceAll('_', '/')) {
    if (char === '=' || char === '\n' || char === ' ' || char === '\r') continue;
    const value = alphabet.indexOf(char);
    if (value < 0) return undefined;
    bits = (bits << 6) | value;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes.push((bits >> count) & 255);
    }
    bits &= (1 << count) - 1;
  }
  return fromBytes(bytes);
}

export function decodeHex(text: string): string | undefined {
  const digits = text.replace(/\\x|0x|[\s,:]/g, '');
  if (!/^([0-9a-fA-F]{2})*$/.test(digits)) return undefined;
  const bytes: number[] = [];
  for (let i = 0; i < digits.length; i += 2) bytes.push(Number.parseInt(digits.slice(i, i + 2), 16));
  return fromBytes(bytes);
}

/** UTF-8 by hand: the core runs where TextDecoder may be missing. */
function fromBytes(bytes: number[]): string {
  let out = '';
  for (let i = 0; i < bytes.length; i++) {
    const first = bytes[i] ?? 0;
    const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    let code = more === 3 ? first & 7 : more === 2 ? first & 15 : more === 1 ? first & 31 : first;
    for (let n = 0; n < more; n++) code = (code << 6) | ((bytes[++i] ?? 0) & 63);
    out += String.fromCodePoint(Math.min(code, 0x10ffff));
  }
  return out;
}
