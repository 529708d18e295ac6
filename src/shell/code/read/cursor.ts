import type { Evaluator } from '../evaluate/evaluator.ts';
import type { Token } from './tokens.ts';

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

/** The minus at the cursor's left makes a negative number; behind a value it would subtract. */
export function isSign(e: Evaluator): boolean {
  const before = e.tokens[e.at - 2];
  const isBehindValue = before !== undefined && (before.kind !== 'op' || /[)\]}]/.test(before.value));
  return peek(e)?.kind === 'number' && !isBehindValue;
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
