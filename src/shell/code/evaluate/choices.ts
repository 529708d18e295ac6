import { hasUnknown } from '../../expand/unknown.ts';
import type { Evaluator } from './evaluator.ts';
import { endsStatement, isName, isOp, peek } from '../read/cursor.ts';
import { MOST_ITEMS, oneOf, type Value } from '../value.ts';
import { asText } from './joins.ts';

/** How far a condition may reach, in tokens. */
const FAR = 100;

/**
 * What stands behind a value and says which value it is: `x || 'default'`, `x ?? 'default'`, `c ? x : y`, Python's `x if c else y`. Which side is
 * taken is not known, so both of a condition count, as the values of a loop do. Undefined: nothing of the kind follows.
 */
export function choice(e: Evaluator, left: Value): Value | undefined {
  const [first, second] = [peek(e), e.tokens[e.at + 1]];
  if ((isOp(first, '|') && isOp(second, '|')) || (isOp(first, '?') && isOp(second, '?'))) {
    e.at += 2;
    const otherwise = e.read.expression(e);
    return isKnown(e, left) || otherwise.kind === 'unknown' ? left : otherwise;
  }
  const compares = hasConditions(e) ? comparisonLength(e) : 0;
  if (compares > 0) {
    e.at += compares;
    return e.read.expression(e);
  }
  if (isOp(first, '?') && hasConditions(e) && !isOp(second, '.') && !isOp(second, '-') && !isOp(second, ':')) {
    const start = e.at++;
    const then = e.read.expression(e);
    if (isOp(peek(e), ':')) {
      e.at++;
      return either(e, then, e.read.expression(e));
    }
    e.at = start;
    return undefined;
  }
  const otherwiseAt = isName(first, 'if') ? elseOnLine(e) : undefined;
  if (otherwiseAt === undefined) return undefined;
  // All of the condition is read, too: it may call something.
  for (e.at++; e.at < otherwiseAt;) {
    const before = e.at;
    e.read.expression(e);
    if (e.at === before) e.at++;
  }
  e.at = otherwiseAt + 1;
  return either(e, left, e.read.expression(e));
}

/** `?` and `:` make a condition in JavaScript, Perl, PHP and Ruby. */
function hasConditions(e: Evaluator): boolean {
  return e.arrows || e.joins === '.' || e.callsMembers;
}

/** The length of `===`, `>`, `&&` and the like, where `? x : y` follows what is compared. */
function comparisonLength(e: Evaluator): number {
  let length = 0;
  while (length < 3 && /^[=!<>&]$/.test(opAt(e, e.at + length))) length++;
  const sign = Array.from({ length }, (_, i) => opAt(e, e.at + i)).join('');
  if (!/^(?:[=!]==?|[<>]=?|&&)$/.test(sign)) return 0;
  let depth = 0;
  for (let at = e.at + length; at < Math.min(e.tokens.length, e.at + FAR); at++) {
    const op = opAt(e, at);
    if (/^[([{]$/.test(op)) depth++;
    else if (/^[)\]}]$/.test(op) && --depth < 0) return 0;
    if (depth > 0) continue;
    if (op === '?' && !/^[.?]$/.test(opAt(e, at + 1)) && opAt(e, at - 1) !== '?') return length;
    if (/^[,;:]$/.test(op) || e.tokens[at]?.kind === 'line') return 0;
  }
  return 0;
}

function opAt(e: Evaluator, at: number): string {
  const token = e.tokens[at];
  return token?.kind === 'op' ? token.value : '';
}

function isKnown(e: Evaluator, value: Value): boolean {
  if (value.kind === 'unknown') return false;
  return value.kind === 'list' || !hasUnknown(asText(e, value));
}

/** A list inside the list would be one value of several. */
function either(e: Evaluator, one: Value, other: Value): Value {
  const values = [one, other].flatMap((value) =>
    value.kind === 'list' && value.keys === undefined ? value.items : [value],
  );
  return oneOf(values.slice(0, MOST_ITEMS), `${e.text}:${e.at}`);
}

/** Where the `else` of `x if c else y` is; a statement with its condition behind (Perl, Ruby) has none. */
function elseOnLine(e: Evaluator): number | undefined {
  for (let at = e.at + 1; at < Math.min(e.tokens.length, e.at + FAR); at++) {
    const token = e.tokens[at];
    if (isName(token, 'else')) return at;
    if (token?.kind === 'line' || isOp(token, ';') || isOp(token, ':') || isOp(token, '{')) return undefined;
    if (isOp(token, ')') && endsStatement(e.tokens[at + 1])) return undefined;
  }
  return undefined;
}
