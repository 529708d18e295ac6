import { unescape } from '../escapes.ts';

/** A token of Python, JavaScript, Perl, Ruby, PHP, Lua or awk: enough to find calls and constant arguments, not to check a grammar. */
export type Token =
  | { kind: 'text'; value: string; interpolated: boolean }
  /** Backticks, qx, %x: handed to a shell. */
  | { kind: 'shell'; value: string }
  | { kind: 'name'; value: string }
  | { kind: 'number'; value: string }
  | { kind: 'words'; value: string[] }
  | { kind: 'op'; value: string }
  | { kind: 'line' };

export type Syntax = {
  comments: readonly string[];
  /** Double-quoted strings are filled with values. */
  interpolates: boolean;
  backtick: 'shell' | 'text' | 'none';
  /** q(), qq{}, qw(), %w[] … */
  percent: 'perl' | 'ruby' | 'none';
  regex: boolean;
  sigils: boolean;
};

const MAX_TOKENS = 20_000;

export function tokenise(code: string, syntax: Syntax): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < code.length && tokens.length < MAX_TOKENS) {
    const next = readToken(code, at, syntax, tokens);
    at = next > at ? next : at + 1;
  }
  return tokens;
}

function readToken(code: string, at: number, syntax: Syntax, tokens: Token[]): number {
  const char = code.charAt(at);
  if (char === '\n') {
    tokens.push({ kind: 'line' });
    return at + 1;
  }
  if (char === ' ' || char === '\t' || char === '\r') return at + 1;
  for (const mark of syntax.comments)
    if (code.startsWith(mark, at) && !(mark === '#' && code.charAt(at - 1) === '$')) return endOfLine(code, at);
  if (code.startsWith('/*', at) && syntax.comments.includes('//')) return after(code, '*/', at + 2);
  const special = syntax.percent === 'none' ? undefined : readPercent(code, at, syntax, tokens);
  if (special !== undefined) return special;
  if (char === '"' || char === "'" || (char === '`' && syntax.backtick !== 'none'))
    return readQuoted(code, at, char, syntax, tokens);
  if (isNameStart(char) || (syntax.sigils && (char === '$' || char === '@') && isNameStart(code.charAt(at + 1))))
    return readName(code, at, syntax, tokens);
  if (char >= '0' && char <= '9') {
    const end = span(code, at, /[0-9a-zA-Z_.]/);
    tokens.push({ kind: 'number', value: code.slice(at, end) });
    return end;
  }
  if (char === '/' && syntax.regex && startsRegex(tokens)) return readRegex(code, at);
  tokens.push({ kind: 'op', value: char });
  return at + 1;
}

function isNameStart(char: string): boolean {
  return (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_' || char > '\u00ff';
}

function readName(code: string, at: number, syntax: Syntax, tokens: Token[]): number {
  const start = syntax.sigils && /[$@]/.test(code.charAt(at)) ? at + 1 : at;
  let end = start;
  while (end < code.length && (isNameStart(code.charAt(end)) || /[0-9]/.test(code.charAt(end)))) end++;
  const name = code.slice(start, end);
  const quote = code.charAt(end);
  // Python's r'', b'', f'' prefixes belong to the string.
  if (/^[rbfuRBFU]{1,2}$/.test(name) && (quote === '"' || quote === "'") && !syntax.sigils) {
    return readQuoted(code, end, quote, { ...syntax, interpolates: /f/i.test(name) }, tokens, /r/i.test(name));
  }
  tokens.push({ kind: 'name', value: name });
  return end;
}

function readQuoted(code: string, at: number, quote: string, syntax: Syntax, tokens: Token[], raw = false): number {
  const triple = quote !== '`' && code.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
  let end = at + triple.length;
  while (end < code.length && !code.startsWith(triple, end)) end += code.charAt(end) === '\\' ? 2 : 1;
  const body = code.slice(at + triple.length, end);
  if (quote === '`' && syntax.backtick === 'shell') tokens.push({ kind: 'shell', value: body });
  else {
    const interpolated =
      (quote === '"' && syntax.interpolates) ||
      (quote === '`' && syntax.backtick === 'text') ||
      (quote === "'" && syntax.interpolates && !syntax.sigils);
    tokens.push({ kind: 'text', value: raw ? body : unescape(body), interpolated });
  }
  return end + triple.length;
}

const CLOSING: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' };

function readPercent(code: string, at: number, syntax: Syntax, tokens: Token[]): number | undefined {
  const pattern = syntax.percent === 'perl' ? /^(qx|qq|qw|qr|q)\s*([^\w\s,;=])/ : /^%(x|q|Q|w|i|W)?([([{<|!/])/;
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
  if (kind === 'qx' || kind === 'x') tokens.push({ kind: 'shell', value: body });
  else if (kind === 'qw' || kind === 'w' || kind === 'W')
    tokens.push({ kind: 'words', value: body.split(/\s+/).filter((word) => word !== '') });
  else if (kind !== 'qr') tokens.push({ kind: 'text', value: body, interpolated: kind === 'qq' || kind === 'Q' });
  return end + 1;
}

function startsRegex(tokens: Token[]): boolean {
  const last = tokens.at(-1);
  if (last === undefined || last.kind === 'line') return true;
  return last.kind === 'op' && !/[)\]}]/.test(last.value);
}

function readRegex(code: string, at: number): number {
  for (let i = at + 1; i < code.length; i++) {
    const char = code.charAt(i);
    if (char === '\\') i++;
    else if (char === '\n') return at + 1;
    else if (char === '/') return i + 1;
  }
  return at + 1;
}

function span(code: string, at: number, set: RegExp): number {
  let end = at;
  while (end < code.length && set.test(code.charAt(end))) end++;
  return end;
}

function endOfLine(code: string, at: number): number {
  const end = code.indexOf('\n', at);
  return end < 0 ? code.length : end;
}

function after(code: string, mark: string, at: number): number {
  const end = code.indexOf(mark, at);
  return end < 0 ? code.length : end + mark.length;
}
