import { type Evaluator, isOp, memberAt, peek } from '../read/cursor.ts';
import { listValue, type Value } from '../value.ts';
import { callArguments } from './call-arguments.ts';

const GROWS = /^(?:append|push|add|extend|unshift|prepend)$/;

/** `list.append(x)`, `list.push(x, y)`: the list of that name has more items. */
export function grown(e: Evaluator, name: string, list: Extract<Value, { kind: 'list' }>): boolean {
  const member = memberAt(e);
  if (member === undefined || !GROWS.test(member.name) || !isOp(e.tokens[member.end], '(') || list.items.length > 256)
    return false;
  e.at = member.end + 1;
  const { args } = callArguments(e, ')');
  const items = member.name === 'extend' ? args.flatMap((arg) => (arg.kind === 'list' ? arg.items : [arg])) : args;
  const isFront = /^(?:unshift|prepend)$/.test(member.name);
  e.values.set(name, listValue(isFront ? [...items, ...list.items] : [...list.items, ...items]));
  return true;
}

/** `"x" * 3` of Python and Ruby; a number in front would be a product. */
export function isRepeated(e: Evaluator, text: string): boolean {
  return isOp(peek(e), '*') && e.tokens[e.at + 1]?.kind === 'number' && !/^\d+$/.test(text);
}

export function repeated(text: string, times: Value): string {
  const count = times.kind === 'text' ? Number(times.text) : 1;
  return text.length * count < 4096 ? text.repeat(Math.max(0, Math.floor(count) || 0)) : text;
}
