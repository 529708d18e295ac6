import { MOST_ITEMS, oneOf, UNKNOWN, type Value } from '../value.ts';

/**
 * The variable of a loop is a list of all its values: the result is the list of what each of them gives. Values of the same loop go along with each
 * other, those of a loop inside another one are combined with each of it.
 */
export function eachOf(args: readonly Value[], give: (args: Value[]) => Value): Value {
  const marks = [...new Set(args.filter(isSeveral).map((arg) => arg.oneOf ?? ''))];
  if (marks.length === 0) return give(args.map(single));
  let rows: Value[][] = [[...args]];
  for (const mark of marks) {
    const count = Math.max(...args.filter(isSeveral).map((arg) => ((arg.oneOf ?? '') === mark ? arg.items.length : 0)));
    rows = rows.flatMap((row) => Array.from({ length: count }, (_, at) => row.map((arg) => itemFor(arg, mark, at))));
    // What is left out may be anything.
    if (rows.length > MOST_ITEMS)
      rows = [...rows.slice(0, MOST_ITEMS - 1), args.map((arg) => (isSeveral(arg) ? UNKNOWN : arg))];
  }
  return oneOf(
    rows.map((row) => give(row.map(single))),
    markOf(args),
  );
}

/** What is made of values of several loops is a value of all of them. */
export function markOf(args: readonly Value[]): string {
  return [...new Set(args.filter(isSeveral).map((arg) => arg.oneOf ?? ''))].join(' ');
}

export function isSeveral(value: Value): value is Extract<Value, { kind: 'list' }> {
  return value.kind === 'list' && value.items.length > 1;
}

function itemFor(value: Value, mark: string, at: number): Value {
  return isSeveral(value) && (value.oneOf ?? '') === mark ? (value.items[at] ?? UNKNOWN) : value;
}

/** One value that may be one thing is that. */
function single(value: Value): Value {
  return value.kind === 'list' && value.oneOf !== undefined && value.items.length === 1
    ? (value.items[0] ?? UNKNOWN)
    : value;
}
