import type { Functions } from '../evaluate/functions.ts';
import type { Value } from '../value.ts';
import type { Token } from './tokens.ts';

export type CallInCode = {
  name: string;
  receiver: Value | undefined;
  args: Value[];
  named: Map<string, Value>;
};

export type Evaluator = {
  tokens: Token[];
  at: number;
  /** Where the statement begins that is being read. */
  from: number;
  depth: number;
  values: Map<string, Value>;
  /** Interpolation and joins of unknown parts give one of these. */
  unknownText: (raw: string) => string;
  onCall: (call: CallInCode) => Value;
  onShell: (text: string) => void;
  /** An interpolated text; with the variable of a loop in it, the list of what it may be. */
  fill: (text: string) => Value;
  /** Whether the language's table has a row of this very name. */
  knows: (name: string) => boolean;
  /** The name has a value that can be worked out, even without a call: `os.sep`. */
  computes: (name: string) => boolean;
  /** Names that the table knows in a module. */
  members: (module: string) => string[];
  /** Which text of the call is read: the program itself is 0, nested and interpolated code follows. */
  text: number;
  functions: Functions;
  /** The evaluator's own readers, for the files below it. */
  read: Record<'expression' | 'term', (e: Evaluator) => Value> & { statement: (e: Evaluator) => void };
  /** The value in front of `|>`, until a call takes it. */
  piped: Value | undefined;
  /** Texts that the code holds: what it may write into a pipe. */
  texts: Set<string>;
  /** `.` joins strings (Perl, PHP) instead of `+`. */
  joins: '+' | '.';
  /** A member without parentheses is called (Ruby). */
  callsMembers: boolean;
  /** `x => …` is a function (JavaScript and its kin), not a pair. */
  arrows: boolean;
  /** `a:b` is a member (Erlang, Lua). */
  colons: boolean;
  /** Names that take arguments without parentheses (Perl, Ruby); in other languages only a string may follow. */
  bare: ReadonlySet<string>;
  bareTextOnly: boolean;
};

/** `.x`, `->x`, `::x`, `?.x`, `a:x` */
export function memberAt(e: Evaluator): { name: string; end: number } | undefined {
  const [a, b, c] = [e.tokens[e.at], e.tokens[e.at + 1], e.tokens[e.at + 2]];
  if (isOp(a, '.') && b?.kind === 'name' && e.joins !== '.') return { name: b.value, end: e.at + 2 };
  // Scala's `"cmd".!` and `.!!`
  if (isOp(a, '.') && isOp(b, '!')) return { name: '!', end: e.at + (isOp(c, '!') ? 3 : 2) };
  if (e.colons && isOp(a, ':') && b?.kind === 'name') return { name: b.value, end: e.at + 2 };
  const two = (isOp(a, '-') && isOp(b, '>')) || (isOp(a, ':') && isOp(b, ':')) || (isOp(a, '?') && isOp(b, '.'));
  return two && c?.kind === 'name' ? { name: c.value, end: e.at + 3 } : undefined;
}

export function startsArgument(e: Evaluator): boolean {
  const token = peek(e);
  if (e.bareTextOnly) return token?.kind === 'text';
  return (
    token?.kind === 'text' ||
    token?.kind === 'number' ||
    isOp(token, ':') ||
    (isOp(token, '{') && e.joins === '.') ||
    // Perl's `eval <STDIN>`
    (isOp(token, '<') && e.joins === '.' && isName(e.tokens[e.at + 1], 'STDIN')) ||
    token?.kind === 'words' ||
    token?.kind === 'name' ||
    token?.kind === 'shell' ||
    isOp(token, '[')
  );
}

export function endsStatement(token: Token | undefined): boolean {
  if (
    token === undefined ||
    token.kind === 'line' ||
    isOp(token, ';') ||
    isOp(token, '}') ||
    isOp(token, ')') ||
    isOp(token, '|')
  )
    return true;
  return token.kind === 'name' && /^(if|unless|while|for|foreach|and|or|do|then|rescue)$/.test(token.value);
}

export function dotted(e: Evaluator, from: number): { name: string; end: number } {
  const first = e.tokens[from];
  if (first?.kind !== 'name') return { name: '', end: from };
  let name = first.value;
  let end = from + 1;
  for (;;) {
    const next = e.tokens[end + 1];
    if (!isOp(e.tokens[end], '.') || next?.kind !== 'name') return { name, end };
    name += `.${next.value}`;
    end += 2;
  }
}

export function moduleName(text: string): string {
  return text
    .replace(/^(?:node|npm|jsr):/, '')
    .replace(/(?<=.)@[\d^~][\w.-]*$/, '')
    .replace(/\/promises$/, '');
}

export function peek(e: Evaluator): Token | undefined {
  return e.tokens[e.at];
}

export function isOp(token: Token | undefined, value: string): boolean {
  return token?.kind === 'op' && token.value === value;
}

export function isName(token: Token | undefined, value: string): boolean {
  return token?.kind === 'name' && token.value === value;
}

/** The name at the cursor, or nothing. */
export function nameAt(e: Evaluator): string {
  const token = peek(e);
  return token?.kind === 'name' ? token.value : '';
}
