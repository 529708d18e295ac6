import { ESCAPES, unescapeCode } from './string-escapes.ts';
import type { Reading } from './tokens.ts';

/** A string in quotes. `prefix`: Python's `r`, `b`, `f` in front of it, which say how it is read. */
export function readQuoted({ code, syntax, tokens }: Reading, at: number, prefix?: string): number {
  const quote = code.charAt(at);
  const interpolates = prefix === undefined ? syntax.interpolates : /f/i.test(prefix);
  const raw = prefix !== undefined && /r/i.test(prefix);
  const triple = quote !== '`' && code.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
  let end = at + triple.length;
  while (end < code.length && !code.startsWith(triple, end)) {
    if (syntax.inner !== undefined && quote !== "'" && code.startsWith(syntax.inner, end))
      end = endOfInner(code, end + 2);
    else end += code.charAt(end) === '\\' ? 2 : 1;
  }
  const body = code.slice(at + triple.length, end);
  if (quote === '`' && syntax.backtick === 'shell')
    tokens.push({ kind: 'shell', value: unescapeCode(body, syntax.escapes ?? ESCAPES.awk) });
  else {
    const interpolated =
      (quote === '"' && interpolates) ||
      (quote === '`' && syntax.backtick === 'text') ||
      (quote === "'" && interpolates && !syntax.sigils);
    const isRaw = raw || (quote === "'" && syntax.rawSingle === true);
    const value = isRaw
      ? body.replace(/\\(['\\])/g, raw ? '$&' : '$1')
      : unescapeCode(body, syntax.escapes ?? ESCAPES.awk, interpolated);
    tokens.push({ kind: 'text', value, interpolated });
  }
  return end + triple.length;
}

/** The position after the brace that closes `#{` or `${`. */
function endOfInner(code: string, from: number): number {
  let depth = 1;
  for (let at = from; at < code.length; at++) {
    const char = code.charAt(at);
    if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return at + 1;
  }
  return code.length;
}

/** `:system` is a string; `:os.cmd` names a module. */
export function readSymbol({ code, syntax, tokens }: Reading, at: number): number {
  let end = at + 1;
  while (end < code.length && /[\w!?]/.test(code.charAt(end))) end++;
  const value = code.slice(at + 1, end);
  if (code.charAt(end) === '.' && syntax.marks === true) tokens.push({ kind: 'name', value });
  else tokens.push({ kind: 'text', value, interpolated: false });
  return end;
}

const CLOSING: Record<string, string> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '<': '>',
};

/** `q(…)`, `qq{…}`, `qw(…)`, `s/from/to/`, `<*.o>` of Perl, `%w[…]` of Ruby. */
export function readPercent(reading: Reading, at: number): number | undefined {
  const { code, syntax, tokens } = reading;
  const pattern = syntax.percent === 'perl' ? /^(qx|qq|qw|qr|q)\s*([^\w\s,;=])/ : /^%(x|q|Q|w|i|W)?([([{<|!/])/;
  const substitution = syntax.percent === 'perl' ? readSubstitution(reading, at) : undefined;
  if (substitution !== undefined) return substitution;
  const glob = syntax.percent === 'perl' ? readGlob(reading, at) : undefined;
  if (glob !== undefined) {
    tokens.push({ kind: 'text', value: glob, interpolated: true });
    return at + glob.length + 2;
  }
  const match = pattern.exec(code.slice(at, at + 8));
  if (match === null || (syntax.percent === 'perl' && /\w/.test(code.charAt(at - 1)))) return undefined;
  const [whole, kind = 'q', open = '('] = match;
  const close = CLOSING[open] ?? open;
  let depth = 1;
  let end = at + whole.length;
  for (; end < code.length; end++) {
    const char = code.charAt(end);
    if (char === '\\') end++;
    else if (char === close && --depth === 0) break;
    else if (char === open && close !== open) depth++;
  }
  const body = code.slice(at + whole.length, end);
  const decoded = unescapeCode(body, syntax.escapes ?? ESCAPES.awk);
  if (kind === 'qx' || kind === 'x') tokens.push({ kind: 'shell', value: decoded });
  else if (kind === 'qw' || kind === 'w' || kind === 'W')
    tokens.push({
      kind: 'words',
      value: body.split(/\s+/).filter((word) => word !== ''),
    });
  else if (kind !== 'qr') {
    const isFilled = kind === 'qq' || kind === 'Q' || (syntax.percent === 'ruby' && match[1] === undefined);
    tokens.push({ kind: 'text', value: isFilled ? decoded : body, interpolated: isFilled });
  }
  return end + 1;
}

/** Perl's `<*.o>` and `<./x/*>`: the names of files. After a value, `<` compares. */
function readGlob({ code, tokens }: Reading, at: number): string | undefined {
  const text = code.slice(at, at + 200);
  const last = tokens.at(-1);
  const isBehindValue =
    last?.kind === 'number' || last?.kind === 'text' || (last?.kind === 'op' && /[)\]}]/.test(last.value));
  const isBehindName =
    last?.kind === 'name' &&
    !/^(?:unlink|rmdir|for|foreach|return|rename|chmod|print|push|map|grep|sort)$/.test(last.value);
  const anywhere = /^<([~/.][^<>\s]*)>/.exec(text)?.[1];
  return anywhere ?? (isBehindValue || isBehindName ? undefined : /^<([^<>\s;=()]*[*?{[][^<>;=()]*)>/.exec(text)?.[1]);
}

/** `s/from/to/`, `tr/from/to/`, `y/from/to/`, where a value may begin. */
function readSubstitution({ code, tokens }: Reading, at: number): number | undefined {
  const last = tokens.at(-1);
  if (last !== undefined && last.kind !== 'op' && last.kind !== 'line') return undefined;
  if (!/^(?:s|tr|y)[/|!,{#]/.test(code.slice(at, at + 3))) return undefined;
  const [whole, name = '', from = '', to = ''] =
    /^(s|tr|y)[/|!,{#]((?:[^\\/|!,}#\n]|\\.)*)[/|!,}#]\{?((?:[^\\/|!,}#\n]|\\.)*)[/|!,}#]\w*/.exec(
      code.slice(at, at + 400),
    ) ?? [];
  if (whole === undefined) return undefined;
  tokens.push({ kind: 'substitution', from, to, each: name !== 's' });
  return at + whole.length;
}
