import { UNKNOWN, type Value } from '../read/cursor.ts';

const MOST = 64;

/** What `range`, `enumerate`, `zip` and the like give: lists whose items a loop takes one by one. */
export function sequence(what: string, args: readonly Value[], receiver: Value | undefined): Value {
  switch (what) {
    case 'range': {
      const [first = Number.NaN, second, step = 1] = args.map((arg) => (arg.kind === 'text' ? Number(arg.text) : NaN));
      return second === undefined ? numbers(0, first - 1) : numbers(first, second - 1, step);
    }
    case 'enumerate':
      return paired([numbers(0, itemsOf(args[0]).length - 1), args[0]]);
    case 'zip':
      return paired(args);
    case 'items': {
      const keys = receiver?.kind === 'list' ? (receiver.keys ?? []) : [];
      return keys.length === 0 ? UNKNOWN : paired([listOf(keys), receiver]);
    }
    default:
      return UNKNOWN;
  }
}

/** A number as it is written; Perl's and Ruby's `1..3` is a list of numbers. */
export function numberOrRange(written: string): Value {
  const [, from, to] = /^(\d+)\.\.(\d+)$/.exec(written) ?? [];
  return from === undefined ? { kind: 'text', text: written } : numbers(Number(from), Number(to));
}

/** A text or a list of texts that is written as JSON. */
export function json(written: string): Value | undefined {
  try {
    const value: unknown = JSON.parse(written);
    if (typeof value === 'string') return { kind: 'text', text: value };
    return Array.isArray(value) ? listOf(value.map(String)) : undefined;
  } catch {
    return undefined;
  }
}

/** From a number to another one, both included; unknown if they are too many to be written out. */
export function numbers(from: number, to: number, step = 1): Value {
  const count = Math.floor((to - from) / step) + 1;
  if (!Number.isInteger(from) || !(step > 0) || !(count >= 0 && count <= MOST)) return UNKNOWN;
  return listOf(Array.from({ length: count }, (_, at) => String(from + at * step)));
}

function listOf(texts: readonly string[]): Value {
  return { kind: 'list', items: texts.map((text) => ({ kind: 'text', text })) };
}

function itemsOf(value: Value | undefined): readonly Value[] {
  return value?.kind === 'list' ? value.items : [];
}

function paired(lists: readonly (Value | undefined)[]): Value {
  const count = Math.min(...lists.map((list) => itemsOf(list).length));
  if (!(count > 0 && count <= MOST)) return UNKNOWN;
  return {
    kind: 'list',
    items: Array.from({ length: count }, (_, at) => ({
      kind: 'list',
      items: lists.map((list) => itemsOf(list)[at] ?? UNKNOWN),
    })),
  };
}
