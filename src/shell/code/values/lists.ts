import { listValue, MOST_ITEMS, textValue, UNKNOWN, type Value } from '../value.ts';
import type { ComputingCall, ValueRows } from './computing-call.ts';

const MOST_PARTS = 256;

/** Lists, their items, and texts that are taken apart. A loop takes the items one by one. */
export const LISTS = {
  list: ({ args }) => listValue(args),
  split: ({ args, self, first }) => parts(self.split(first === '' && args.length > 0 ? '' : first || ' ')),
  'split-first': ({ first, second }) => parts(first === '' ? [second] : second.split(first)),
  'item-first': ({ receiver, args: [first] }) => itemAt(0, receiver, first),
  'item-last': ({ receiver, args: [first] }) => itemAt(-1, receiver, first),
  range: ({ args }) => {
    const [first = Number.NaN, second, step = 1] = args.map((arg) => (arg.kind === 'text' ? Number(arg.text) : NaN));
    return second === undefined ? numbers(0, first - 1) : numbers(first, second - 1, step);
  },
  enumerate: ({ args: [list] }) => paired([numbers(0, itemsOf(list).length - 1), list]),
  zip: ({ args }) => paired(args),
  items: (computing) => {
    const pairs = pairsOf(computing);
    return pairs === undefined ? UNKNOWN : paired([textList(pairs.keys), listValue(pairs.items)]);
  },
  keys: (computing) => {
    const pairs = pairsOf(computing);
    return pairs === undefined ? (computing.receiver ?? UNKNOWN) : textList(pairs.keys);
  },
  values: (computing) => {
    const pairs = pairsOf(computing);
    return pairs === undefined ? (computing.receiver ?? UNKNOWN) : listValue(pairs.items);
  },
} satisfies ValueRows;

/** The dictionary in front of the dot (Python), or the one that is given: `Object.keys(x)`. */
function pairsOf({ receiver, args: [first] }: ComputingCall): { keys: string[]; items: Value[] } | undefined {
  const pairs = receiver?.kind === 'list' ? receiver : first;
  return pairs?.kind === 'list' && pairs.keys !== undefined ? { keys: pairs.keys, items: pairs.items } : undefined;
}

function parts(texts: readonly string[]): Value {
  return textList(texts.slice(0, MOST_PARTS));
}

/** An item of the list in front of the dot, or of the list that is given; a value that is no list is its own only item. */
function itemAt(index: 0 | -1, receiver: Value | undefined, given: Value | undefined): Value {
  const list = receiver?.kind === 'list' ? receiver : given;
  return list?.kind === 'list' ? (list.items.at(index) ?? UNKNOWN) : (receiver ?? list ?? UNKNOWN);
}

/** A number as it is written; Perl's and Ruby's `1..3` is a list of numbers. */
export function numberOrRange(written: string): Value {
  const [, from, to] = /^(\d+)\.\.(\d+)$/.exec(written) ?? [];
  return from === undefined ? textValue(written) : numbers(Number(from), Number(to));
}

/** A string or a list of strings that is written as JSON. */
export function json(written: string): Value | undefined {
  try {
    const value: unknown = JSON.parse(written);
    if (typeof value === 'string') return textValue(value);
    return Array.isArray(value) ? textList(value.map(String)) : undefined;
  } catch {
    return undefined;
  }
}

/** From a number to another one, both included; unknown if they are too many to be written out. */
export function numbers(from: number, to: number, step = 1): Value {
  const count = Math.floor((to - from) / step) + 1;
  if (!Number.isInteger(from) || !(step > 0) || !(count >= 0 && count <= MOST_ITEMS)) return UNKNOWN;
  return textList(Array.from({ length: count }, (_, at) => String(from + at * step)));
}

function textList(texts: readonly string[]): Value {
  return listValue(texts.map(textValue));
}

function itemsOf(value: Value | undefined): readonly Value[] {
  return value?.kind === 'list' ? value.items : [];
}

function paired(lists: readonly (Value | undefined)[]): Value {
  const count = Math.min(...lists.map((list) => itemsOf(list).length));
  if (!(count > 0 && count <= MOST_ITEMS)) return UNKNOWN;
  return listValue(
    Array.from({ length: count }, (_, at) => listValue(lists.map((list) => itemsOf(list)[at] ?? UNKNOWN))),
  );
}
