import { hereDocumentAt } from './here-document.ts';
import { type EscapeRules, ESCAPES, unescapeCode } from './string-escapes.ts';

/** A token of Python, JavaScript, Perl, Ruby, PHP, Lua or awk: enough to find calls and constant arguments, not to check a grammar. */
export type Token =
  | { kind: 'text'; value: string; interpolated: boolean }
  /** Backticks, qx, %x: handed to a shell. */
  | { kind: 'shell'; value: string }
  | { kind: 'name'; value: string }
  | { kind: 'number'; value: string }
  | { kind: 'words'; value: string[] }
  | { kind: 'op'; value: string }
  /** Perl's `s/from/to/`; with `each`, `tr/from/to/`. */
  | { kind: 'substitution'; from: string; to: string; each: boolean }
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
  escapes?: EscapeRules;
  /** `'…'` knows no escapes (Perl, Ruby, PHP). */
  rawSingle?: boolean;
  /** What opens code inside a string; its quotes do not end the string. */
  inner?: '#{' | '${';
  /** `rm_rf!` is one name. */
  marks?: boolean;
  /** `:name` is a string (Ruby, Elixir, Julia). */
  symbols?: boolean;
  /** `[[text]]`, `[==[text]==]` (Lua). */
  brackets?: boolean;
  hereDocuments?: 'perl' | 'ruby' | 'php';
};

const MAX_TOKENS = 20_000;

export const tokenise = (code: string, syntax: Syntax): Token[] => placedTokens(code, syntax).tokens;

/** The tokens, and where in the code each of them begins. */
export function placedTokens(code: string, syntax: Syntax): { tokens: Token[]; starts: number[] } {
  const tokens: Token[] = [];
  const starts: number[] = [];
  // The end of a line, and where the code continues after the here-documents that the line opens.
  const bodies = new Map<number, number>();
  let at = 0;
  while (at < code.length && tokens.length < MAX_TOKENS) {
    const next = readHereDocument(code, at, syntax, tokens, bodies) ?? readToken(code, at, syntax, tokens);
    starts.length = Math.min(starts.length, tokens.length);
    while (starts.length < tokens.length) starts.push(at);
    const moved = next > at ? next : at + 1;
    at = moved === at + 1 ? (bodies.get(at) ?? moved) : moved;
  }
  return { tokens, starts };
}

function readHereDocument(
  code: string,
  at: number,
  syntax: Syntax,
  tokens: Token[],
  bodies: Map<number, number>,
): number | undefined {
  if (syntax.hereDocuments === undefined || !code.startsWith('<<', at)) return undefined;
  const bodyFrom = (lineEnd: number): number => bodies.get(lineEnd) ?? lineEnd + 1;
  const found = hereDocumentAt(code, at, syntax.hereDocuments, bodyFrom);
  if (found === undefined) return undefined;
  const value = found.isRaw ? found.text : unescapeCode(found.text, syntax.escapes ?? ESCAPES.awk);
  tokens.push(found.isShell ? { kind: 'shell', value } : { kind: 'text', value, interpolated: !found.isRaw });
  bodies.set(found.lineEnd, found.end);
  return at + found.opener;
}

function readToken(code: string, at: number, syntax: Syntax, tokens: Token[]): number {
  const char = code.charAt(at);
  if (char === '\n') {
    tokens.push({ kind: 'line' });
    return at + 1;
  }
  if (char === ' ' || char === '\t' || char === '\r') return at + 1;
  const long = syntax.brackets === true ? /^(?:--)?\[(=*)\[/.exec(code.slice(at, at + 20)) : null;
  if (long !== null) {
    const close = `]${long[1] ?? ''}]`;
    const end = after(code, close, at + long[0].length);
    if (!long[0].startsWith('--'))
      tokens.push({ kind: 'text', value: code.slice(at + long[0].length, end - close.length), interpolated: false });
    return end;
  }
  for (const mark of syntax.comments)
    if (code.startsWith(mark, at) && !(mark === '#' && code.charAt(at - 1) === '$')) return endOfLine(code, at);
  if (code.startsWith('/*', at) && syntax.comments.includes('//')) return after(code, '*/', at + 2);
  if (
    syntax.symbols === true &&
    char === ':' &&
    isNameStart(code.charAt(at + 1)) &&
    !/[\w:)\]]/.test(code.charAt(at - 1))
  )
    return readSymbol(code, at, syntax, tokens);
  // Elixir's ~c"…" and ~s"…"
  if (syntax.marks === true && /^~[a-zA-Z]["']/.test(code.slice(at, at + 3))) return at + 2;
  const special = syntax.percent === 'none' ? undefined : readPercent(code, at, syntax, tokens);
  if (special !== undefined) return special;
  if (char === '"' || char === "'" || (char === '`' && syntax.backtick !== 'none'))
    return readQuoted(code, at, char, syntax, tokens);
  if (
    isNameStart(char) ||
    (char === '$' && syntax.inner === '${') ||
    (syntax.sigils && /[$@&]/.test(char) && isNameStart(code.charAt(at + 1)))
  )
    return readName(code, at, syntax, tokens);
  if (char >= '0' && char <= '9') {
    const end = span(code, at, /[0-9a-zA-Z_.]/);
    tokens.push({ kind: 'number', value: code.slice(at, end) });
    return end;
  }
  if (char === '/' && syntax.regex && startsRegex(tokens)) return readRegex(code, at, tokens);
  // A member on a separate line continues the expression before it: `request(app)\n  .get('/')`.
  if (/^(?:\.|\?\.|&\.|->)[A-Za-z_]/.test(code.slice(at, at + 3))) while (tokens.at(-1)?.kind === 'line') tokens.pop();
  tokens.push({ kind: 'op', value: char });
  return at + 1;
}

function isNameStart(char: string): boolean {
  return (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_' || char > '\u00ff';
}

function readName(code: string, at: number, syntax: Syntax, tokens: Token[]): number {
  const start = syntax.sigils && /[$@&]/.test(code.charAt(at)) ? at + 1 : at;
  let end = start;
  if (code.charAt(start) === '$') end++;
  while (end < code.length && (isNameStart(code.charAt(end)) || /[0-9]/.test(code.charAt(end)))) end++;
  if (syntax.marks === true && /[!?]/.test(code.charAt(end)) && code.charAt(end + 1) !== '=') end++;
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
      (quote === '"' && syntax.interpolates) ||
      (quote === '`' && syntax.backtick === 'text') ||
      (quote === "'" && syntax.interpolates && !syntax.sigils);
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
function readSymbol(code: string, at: number, syntax: Syntax, tokens: Token[]): number {
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

function readPercent(code: string, at: number, syntax: Syntax, tokens: Token[]): number | undefined {
  const pattern = syntax.percent === 'perl' ? /^(qx|qq|qw|qr|q)\s*([^\w\s,;=])/ : /^%(x|q|Q|w|i|W)?([([{<|!/])/;
  const substitution = syntax.percent === 'perl' ? readSubstitution(code, at, tokens) : undefined;
  if (substitution !== undefined) return substitution;
  const glob = syntax.percent === 'perl' ? readGlob(code, at, tokens) : undefined;
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
function readGlob(code: string, at: number, tokens: Token[]): string | undefined {
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
function readSubstitution(code: string, at: number, tokens: Token[]): number | undefined {
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

function startsRegex(tokens: Token[]): boolean {
  const last = tokens.at(-1);
  if (last === undefined || last.kind === 'line') return true;
  return last.kind === 'op' && !/[)\]}]/.test(last.value);
}

function readRegex(code: string, at: number, tokens: Token[]): number {
  for (let i = at + 1; i < code.length; i++) {
    const char = code.charAt(i);
    if (char === '\\') i++;
    else if (char === '\n') return at + 1;
    else if (char === '/') {
      tokens.push({
        kind: 'text',
        value: code.slice(at + 1, i),
        interpolated: false,
      });
      return span(code, i + 1, /[a-z]/);
    }
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
