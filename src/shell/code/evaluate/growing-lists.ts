import type { Evaluator } from './evaluator.ts';
import { isOp, memberAt } from '../read/cursor.ts';
import { type ListValue, listValue } from '../value.ts';
import { callArguments } from './call-arguments.ts';

const GROWS = /^(?:append|push|add|extend|unshift|prepend)$/;

/** `list.append(x)`, `list.push(x, y)`: the list of that name has more items. */
export function grown(e: Evaluator, name: string, list: ListValue): boolean {
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
