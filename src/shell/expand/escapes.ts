import { gunzip } from './inflate.ts';
import { withoutReserved } from './unknown.ts';

/** Who reads the escapes: `echo -e`, the format of `printf`, an argument of `%b`, or `$'…'`. They differ in octal numbers, `\\c` and quotes. */
export type Escapes = 'echo' | 'format' | 'argument' | 'ansi';

const CODED: Record<Escapes, RegExp> = {
  echo: /^(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|0[0-7]{0,3})/,
  format: /^(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3})/,
  argument: /^(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|0[0-7]{0,3}|[1-7][0-7]{0,2})/,
  ansi: /^(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3})/,
};

/** The text with its backslash escapes resolved, and whether `\\c` ended it. */
export function unescapeUpTo(text: string, reader: Escapes): { text: string; ended: boolean } {
  if (!text.includes('\\')) return { text, ended: false };
  let out = '';
  let bytes: number[] = [];
  const flush = () => {
    if (bytes.length > 0) out += fromBytes(bytes);
    bytes = [];
  };
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    const coded = char === '\\' ? CODED[reader].exec(text.slice(i + 1, i + 10))?.[0] : undefined;
    if (coded !== undefined) {
      const isHex = /^[xuU]/.test(coded);
      const code = Number.parseInt(isHex ? coded.slice(1) : coded, isHex ? 16 : 8) || 0;
      if (/^[uU]/.test(coded)) {
        flush();
        out += code <= 0x10ffff ? String.fromCodePoint(code) : '';
      } else bytes.push(code & 255);
      i += coded.length;
      continue;
    }
    flush();
    if (char !== '\\') {
      out += char;
      continue;
    }
    i++;
    const next = text.charAt(i);
    if (next === 'c' && reader === 'ansi') {
      i++;
      out += String.fromCharCode(text.charCodeAt(i) & 31);
    } else if (next === 'c' && reader !== 'format') return { text: out, ended: true };
    else out += (reader === 'echo' && /["']/.test(next) ? undefined : SIMPLE[next]) ?? `\\${next}`;
  }
  flush();
  return { text: out, ended: false };
}

export function unescape(text: string, reader: Escapes = 'echo'): string {
  return unescapeUpTo(text, reader).text;
}

export function unescapeAnsi(text: string): string {
  return unescape(text, 'ansi');
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
  '?': '?',
};

const NAMED: Record<string, string> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
  '\u001b': '\\E',
  '\\': '\\\\',
  "'": "\\'",
};

/** `$'…'`, as `${x@Q}` and `printf %q` write a string with control characters. */
export function ansiQuoted(text: string): string {
  let out = '';
  for (const char of text) {
    const code = char.charCodeAt(0);
    out += NAMED[char] ?? (code < 32 || code === 127 ? `\\${code.toString(8).padStart(3, '0')}` : char);
  }
  return `$'${out}'`;
}

export function hasControl(text: string): boolean {
  return Array.from(text).some((char) => char < ' ' || char === '\u007f');
}

const DIRECTIVE = /%%|%([-+ 0#]*)(\d+|\*)?(?:\.(\d*|\*))?(?:hh|h|ll|l|j|z|t|L)?([a-zA-Z]|\([^)]*\)T)/g;

/** What printf prints; the format is used again while arguments are left. Undefined where we do not know a directive. */
export function formatPrintf(format: string, args: readonly string[]): string | undefined {
  let out = '';
  let next = 0;
  let known = true;
  let ended = false;
  const pieces = piecesOf(format);
  for (let round = 0; round === 0 || (next < args.length && round < MOST_ROUNDS && out.length < MOST_TEXT); round++) {
    const before = next;
    for (const piece of pieces) {
      if (ended) break;
      if (typeof piece === 'string') {
        out += piece;
        continue;
      }
      const size = (text: string | undefined) =>
        text === '*' ? Number(args[next++] ?? 0) : text === undefined ? undefined : Number(text);
      const width = size(piece.width);
      const precision = size(piece.precision);
      const done = directive(piece, args[next++], width, precision);
      known &&= done !== undefined;
      out += done?.text ?? '';
      ended = done?.ended === true;
    }
    if (next === before || ended) break;
  }
  const isWhole = ended || next >= args.length || pieces.every((piece) => typeof piece === 'string');
  return known && isWhole ? out : undefined;
}

/** What is longer is not known, rather than known in part. */
const MOST_ROUNDS = 8192;
const MOST_TEXT = 65_536;

type Directive = { flags: string; width: string | undefined; precision: string | undefined; kind: string };

function piecesOf(format: string): (string | Directive)[] {
  const pieces: (string | Directive)[] = [];
  let from = 0;
  for (const found of format.matchAll(DIRECTIVE)) {
    pieces.push(unescape(format.slice(from, found.index), 'format'));
    const [whole, flags = '', width, precision, kind = ''] = found;
    pieces.push(whole === '%%' ? '%' : { flags, width, precision, kind });
    from = found.index + whole.length;
  }
  pieces.push(unescape(format.slice(from), 'format'));
  return pieces;
}

function directive(
  { flags, kind }: Directive,
  argument: string | undefined,
  width: number | undefined,
  precision: number | undefined,
): { text: string; ended?: boolean } | undefined {
  const value = argument ?? '';
  const isLeft = flags.includes('-') || (width ?? 0) < 0;
  const wide = Math.min(Math.abs(width ?? 0), 4096);
  const pad = (text: string) => (isLeft ? text.padEnd(wide) : text.padStart(wide));
  if (kind === 's') return { text: pad(precision === undefined ? value : value.slice(0, precision)) };
  if (kind === 'c') return { text: pad(Array.from(value)[0] ?? '') };
  if (kind === 'b') {
    const { text, ended } = unescapeUpTo(value, 'argument');
    return { text: pad(text), ended };
  }
  if (kind === 'q') {
    const plain = /^[\w%+,\-./:=@]+$/.test(value) ? value : value === '' ? "''" : undefined;
    const control = hasControl(value) ? ansiQuoted(value) : undefined;
    return { text: pad(plain ?? control ?? value.replaceAll(/[^\w%+,\-./:=@\u0080-\uffff]/g, String.raw`\$&`)) };
  }
  const number = numberOf(value);
  if (!/[diuxXo]/.test(kind) || number === undefined) return undefined;
  if (number < 0 && !/[di]/.test(kind)) return undefined;
  const base = /[xX]/.test(kind) ? 16 : kind === 'o' ? 8 : 10;
  const digits = Math.abs(number)
    .toString(base)
    .padStart(precision ?? 0, '0');
  const sign = number < 0 ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  const mark = flags.includes('#') && number !== 0 ? (base === 16 ? '0x' : base === 8 ? '0' : '') : '';
  const zeros = flags.includes('0') && !isLeft && precision === undefined;
  const body = zeros ? digits.padStart(wide - sign.length - mark.length, '0') : digits;
  const text = pad(sign + mark + body);
  return { text: kind === 'X' ? text.toUpperCase() : text };
}

/** `12`, `0x1f`, `017`, and `'A` for the number of a character. */
function numberOf(text: string): number | undefined {
  const plain = text.trim();
  if (/^['"]./su.test(plain)) return plain.codePointAt(1);
  if (plain === '') return 0;
  const [, sign = '', digits = ''] = /^([-+]?)(0[xX][0-9a-fA-F]{1,12}|0[0-7]{0,14}|[1-9]\d{0,14})$/.exec(plain) ?? [];
  if (digits === '') return undefined;
  const value = /^0\d/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  return sign === '-' ? -value : value;
}

export function reversed(text: string): string {
  return Array.from(text).reverse().join('');
}

/** What a gzip file holds. */
export function decodeGzip(text: string | undefined): string | undefined {
  if (text?.startsWith('\u001f\u008b') !== true) return undefined;
  const bytes = gunzip(Array.from(text, (char) => char.charCodeAt(0)));
  return bytes === undefined ? undefined : fromBytes(bytes);
}

export function decodeBase32(text: string): string | undefined {
  const plain = text.replaceAll(/[\s=]/g, '');
  if (!/^[A-Z2-7]*$/.test(plain)) return undefined;
  const bits = [...plain].map((char) => BASE32.indexOf(char).toString(2).padStart(5, '0')).join('');
  return fromBytes((bits.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Undefined when the text is not base64. */
export function decodeBase64(text: string): string | undefined {
  const bytes = bytesOfBase64(text);
  return bytes === undefined ? undefined : fromBytes(bytes);
}

/** Two bytes for a character, the lower one first: what PowerShell encodes. */
export function decodeBase64Utf16(text: string): string | undefined {
  const bytes = bytesOfBase64(text);
  if (bytes === undefined || bytes.length % 2 !== 0) return undefined;
  let out = '';
  for (let i = 0; i < bytes.length; i += 2) out += String.fromCharCode((bytes[i] ?? 0) | ((bytes[i + 1] ?? 0) << 8));
  return out;
}

function bytesOfBase64(text: string): number[] | undefined {
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
  return bytes;
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
  // A packed file is no text; it is kept byte for byte until somebody unpacks it.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return bytes.map((byte) => String.fromCharCode(byte)).join('');
  let out = '';
  for (let i = 0; i < bytes.length; i++) {
    const first = bytes[i] ?? 0;
    const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    let code = more === 3 ? first & 7 : more === 2 ? first & 15 : more === 1 ? first & 31 : first;
    for (let n = 0; n < more; n++) code = (code << 6) | ((bytes[++i] ?? 0) & 63);
    out += String.fromCodePoint(Math.min(code, 0x10ffff));
  }
  return withoutReserved(out);
}
