import { hereDocumentAt } from './here-document.ts';
import { readPercent, readQuoted, readSymbol } from './quoted.ts';
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

export const MAX_TOKENS = 20_000;

export const tokenise = (code: string, syntax: Syntax): Token[] => placedTokens(code, syntax).tokens;

/** Code while it is read: each reader adds tokens and returns the place behind what it has read. */
export type Reading = { code: string; syntax: Syntax; tokens: Token[] };

/** The tokens, and where in the code each of them begins. */
export function placedTokens(code: string, syntax: Syntax): { tokens: Token[]; starts: number[] } {
  const reading: Reading = { code, syntax, tokens: [] };
  const { tokens } = reading;
  const starts: number[] = [];
  // The end of a line, and where the code continues after the here-documents that the line opens.
  const bodies = new Map<number, number>();
  let at = 0;
  while (at < code.length && tokens.length < MAX_TOKENS) {
    const next = readHereDocument(reading, at, bodies) ?? readToken(reading, at);
    starts.length = Math.min(starts.length, tokens.length);
    while (starts.length < tokens.length) starts.push(at);
    const moved = next > at ? next : at + 1;
    at = moved === at + 1 ? (bodies.get(at) ?? moved) : moved;
  }
  return { tokens, starts };
}

function readHereDocument(
  { code, syntax, tokens }: Reading,
  at: number,
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

function readToken(reading: Reading, at: number): number {
  const { code, syntax, tokens } = reading;
  const char = code.charAt(at);
  if (char === '\n') {
    tokens.push({ kind: 'line' });
    return at + 1;
  }
  if (char === ' ' || char === '\t' || char === '\r') return at + 1;
  const behind = readLongBrackets(reading, at) ?? skipComment(reading, at) ?? readMarked(reading, at);
  if (behind !== undefined) return behind;
  if (char === '"' || char === "'" || (char === '`' && syntax.backtick !== 'none')) return readQuoted(reading, at);
  if (
    isNameStart(char) ||
    (char === '$' && syntax.inner === '${') ||
    (syntax.sigils && /[$@&]/.test(char) && isNameStart(code.charAt(at + 1)))
  )
    return readName(reading, at);
  if (char >= '0' && char <= '9') {
    const end = span(code, at, /[0-9a-zA-Z_.]/);
    tokens.push({ kind: 'number', value: code.slice(at, end) });
    return end;
  }
  if (char === '/' && syntax.regex && startsRegex(tokens)) return readRegex(reading, at);
  // A member on a separate line continues the expression before it: `request(app)\n  .get('/')`.
  if (/^(?:\.|\?\.|&\.|->)[A-Za-z_]/.test(code.slice(at, at + 3))) while (tokens.at(-1)?.kind === 'line') tokens.pop();
  tokens.push({ kind: 'op', value: char });
  return at + 1;
}

/** Lua's `[[text]]`, `[==[text]==]`, and comments `--[[text]]`. */
function readLongBrackets({ code, syntax, tokens }: Reading, at: number): number | undefined {
  const opened = syntax.brackets === true ? /^(?:--)?\[(=*)\[/.exec(code.slice(at, at + 20)) : null;
  if (opened === null) return undefined;
  const [opener, signs = ''] = opened;
  const closer = `]${signs}]`;
  const end = after(code, closer, at + opener.length);
  if (!opener.startsWith('--'))
    tokens.push({ kind: 'text', value: code.slice(at + opener.length, end - closer.length), interpolated: false });
  return end;
}

function skipComment({ code, syntax }: Reading, at: number): number | undefined {
  for (const mark of syntax.comments)
    if (code.startsWith(mark, at) && !(mark === '#' && code.charAt(at - 1) === '$')) return endOfLine(code, at);
  return code.startsWith('/*', at) && syntax.comments.includes('//') ? after(code, '*/', at + 2) : undefined;
}

/** Strings that begin with a mark: `:name`, `~s"…"`, `qw(…)`, `%w[…]`. */
function readMarked(reading: Reading, at: number): number | undefined {
  const { code, syntax } = reading;
  const isSymbol = syntax.symbols === true && code.charAt(at) === ':' && isNameStart(code.charAt(at + 1));
  if (isSymbol && !/[\w:)\]]/.test(code.charAt(at - 1))) return readSymbol(reading, at);
  // Elixir's ~c"…" and ~s"…"
  if (syntax.marks === true && /^~[a-zA-Z]["']/.test(code.slice(at, at + 3))) return at + 2;
  return syntax.percent === 'none' ? undefined : readPercent(reading, at);
}

function isNameStart(char: string): boolean {
  return (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_' || char > '\u00ff';
}

function readName(reading: Reading, at: number): number {
  const { code, syntax, tokens } = reading;
  const start = syntax.sigils && /[$@&]/.test(code.charAt(at)) ? at + 1 : at;
  let end = start;
  if (code.charAt(start) === '$') end++;
  while (end < code.length && (isNameStart(code.charAt(end)) || /[0-9]/.test(code.charAt(end)))) end++;
  if (syntax.marks === true && /[!?]/.test(code.charAt(end)) && code.charAt(end + 1) !== '=') end++;
  const name = code.slice(start, end);
  const isPrefix = /^[rbfuRBFU]{1,2}$/.test(name) && /["']/.test(code.charAt(end)) && !syntax.sigils;
  if (isPrefix) return readQuoted(reading, end, name);
  tokens.push({ kind: 'name', value: name });
  return end;
}

function startsRegex(tokens: Token[]): boolean {
  const last = tokens.at(-1);
  if (last === undefined || last.kind === 'line') return true;
  return last.kind === 'op' && !/[)\]}]/.test(last.value);
}

function readRegex({ code, tokens }: Reading, at: number): number {
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
