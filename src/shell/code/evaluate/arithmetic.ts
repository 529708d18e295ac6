import type { Evaluator } from './evaluator.ts';
import { isOp, peek } from '../read/cursor.ts';
import { textValue, UNKNOWN, type Value } from '../value.ts';
import { eachOf } from './combinations.ts';
import { concat } from './joins.ts';

const WHOLE = /^-?\d{1,9}$/;

/**
 * `i + 1`, `i - 1`, `2 * i`, where the variable of a loop is the list of its numbers. Texts that look like numbers are joined, unless a number is
 * written on one side. Undefined: no calculation follows.
 */
export function calculated(e: Evaluator, left: Value): Value | undefined {
  const [sign, next] = [peek(e), e.tokens[e.at + 1]];
  if (sign?.kind !== 'op' || !/^[-+*]$/.test(sign.value) || !isNumber(left)) return undefined;
  if (next?.kind === 'op' && /^[-+*=>]$/.test(next.value)) return undefined;
  const before = e.tokens[e.at - 1];
  const isWritten = before?.kind === 'number' || next?.kind === 'number';
  const isText = before?.kind === 'text' || next?.kind === 'text';
  if (sign.value === '+' && (!isWritten || isText)) return undefined;
  e.at++;
  const right = e.read.term(e);
  if (!isNumber(right)) return sign.value === '+' ? concat(e, left, right) : UNKNOWN;
  return eachOf([left, right], ([one, other]) => textValue(String(result(sign.value, numberOf(one), numberOf(other)))));
}

function isNumber(value: Value): boolean {
  if (value.kind === 'list') return value.items.length > 0 && value.keys === undefined && value.items.every(isNumber);
  return value.kind === 'text' && WHOLE.test(value.text);
}

function numberOf(value: Value | undefined): number {
  return value?.kind === 'text' ? Number(value.text) : Number.NaN;
}

function result(sign: string, one: number, other: number): number {
  if (sign === '+') return one + other;
  return sign === '-' ? one - other : one * other;
}

/** `"x" * 3` of Python and Ruby; a number in front would be a product. */
export function isRepeated(e: Evaluator, text: string): boolean {
  return isOp(peek(e), '*') && e.tokens[e.at + 1]?.kind === 'number' && !/^\d+$/.test(text);
}
