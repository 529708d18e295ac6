import { decodeHex, reversed } from '../../expand/escapes.ts';

/** Python's `text[from:to:step]`, for texts and lists; undefined if it is no slice. */
export function sliced<T>(items: readonly T[], written: string): T[] | undefined {
  const [whole, from = '', to = '', step = '1'] = /^(-?\d*):(-?\d*)(?::(-?\d+)?)?$/.exec(written) ?? [];
  if (whole === undefined) return undefined;
  const by = Number(step === '' ? 1 : step);
  if (by === 0) return undefined;
  const at = (index: string, otherwise: number): number => (index === '' ? otherwise : Number(index));
  if (by > 0) return items.slice(at(from, 0), at(to, items.length)).filter((_, i) => i % by === 0);
  const place = (index: number): number => (index < 0 ? index + items.length : index);
  const first = Math.min(place(at(from, items.length - 1)), items.length - 1);
  const last = to === '' ? -1 : place(Number(to));
  const out: T[] = [];
  for (let i = first; i > last; i += by) {
    const item = items[i];
    if (item !== undefined) out.push(item);
  }
  return out;
}

/** JavaScript's `slice`, `substring`; Perl's and PHP's `substr(text, from, length)`; Lua's `sub`, which counts from one. */
export function partOf(text: string, how: 'slice' | 'substr' | 'sub', from: string, to: string | undefined): string {
  const start = Number(from);
  if (!Number.isInteger(start)) return text;
  const end = to === undefined || !/^-?\d+$/.test(to) ? undefined : Number(to);
  if (how === 'slice') return text.slice(start, end);
  if (how === 'sub')
    return text.slice(start > 0 ? start - 1 : start, end === undefined || end === -1 ? undefined : end);
  const rest = text.slice(start);
  return end === undefined ? rest : rest.slice(0, end);
}

/** `tr/a-z/A-Z/`, `strtr(text, from, to)`, Ruby's `tr`: the character at a place of one list becomes that of the other. */
export function translated(text: string, from: string, to: string): string {
  const [source, target] = [ranges(from), ranges(to)];
  const last = target.at(-1);
  return [...text]
    .map((char) => {
      const at = source.indexOf(char);
      return at < 0 ? char : (target[at] ?? last ?? '');
    })
    .join('');
}

function ranges(list: string): string[] {
  const written = list.replace(/(.)-(.)/gs, (whole, a: string, b: string) => {
    const [from, to] = [a.charCodeAt(0), b.charCodeAt(0)];
    if (to < from || to - from > 255) return whole;
    return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
  });
  return [...written];
}

/** The characters of a number's bytes, the highest first unless the order is `little`. */
export function bytesOf(number: bigint, order: string): string {
  const hex = number.toString(16);
  const written = decodeHex(hex.length % 2 === 0 ? hex : `0${hex}`) ?? '';
  return order === 'little' ? reversed(written) : written;
}

/** Parts of a path; an absolute one starts over. */
export function joined(parts: string[]): string {
  let path = '';
  for (const part of parts) path = part.startsWith('/') || path === '' ? part : `${path.replace(/\/$/, '')}/${part}`;
  return path;
}

/** Too long a result says no more than the text itself. */
export function repeated(text: string, times: number): string {
  return text.length * times < 4096 ? text.repeat(Math.max(0, Math.floor(times) || 0)) : text;
}

export function rot13(value: string): string {
  return value.replace(/[a-z]/gi, (char) => {
    const base = char <= 'Z' ? 65 : 97;
    return String.fromCharCode(((char.charCodeAt(0) - base + 13) % 26) + base);
  });
}
