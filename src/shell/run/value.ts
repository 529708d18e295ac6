/** What a variable holds: a string, or an array. A name without any item was unset. */
export type Value = string | Items;

/** Items by index, in its order, or by key where the array is associative. */
export type Items = { readonly keyed: boolean; readonly items: ReadonlyMap<string, string> };

export const UNSET: Items = { keyed: false, items: new Map() };

export function listOf(values: readonly string[], from = 0): Items {
  return { keyed: false, items: new Map(values.map((value, i) => [String(from + i), value])) };
}

/** All texts of a value, in order. */
export function textsOf(value: Value): string[] {
  return typeof value === 'string' ? [value] : [...value.items.values()];
}

export function keysOf(value: Value): string[] {
  return typeof value === 'string' ? ['0'] : [...value.items.keys()];
}

/** What `$x` is: of an array, its item 0. Undefined for a name that was unset. */
export function plainText(value: Value): string | undefined {
  return typeof value === 'string' ? value : value.items.get('0');
}

/** An item by its key; a negative index counts from the last one. */
export function itemAt(value: Value, key: string): string | undefined {
  if (typeof value === 'string') return key === '0' || key === '-1' ? value : undefined;
  if (value.keyed || !/^-\d+$/.test(key)) return value.items.get(key);
  return value.items.get(String(lastIndex(value) + 1 + Number(key)));
}

export function lastIndex(value: Value): number {
  let last = -1;
  for (const key of keysOf(value)) if (Number(key) > last) last = Number(key);
  return last;
}

export function withItem(value: Value | undefined, key: string, text: string): Items {
  const old = asItems(value);
  const at = old.keyed || !/^-\d+$/.test(key) ? key : String(lastIndex(old) + 1 + Number(key));
  // An index in front of the first item is an error, and changes nothing.
  if (!old.keyed && Number(at) < 0) return old;
  const items = new Map(old.items).set(at, text);
  if (old.keyed || old.items.has(at) || Number(at) > lastIndex(old)) return { keyed: old.keyed, items };
  return { keyed: false, items: new Map([...items].sort(([a], [b]) => Number(a) - Number(b))) };
}

export function withoutItem(value: Value | undefined, key: string): Items {
  const old = asItems(value);
  const items = new Map(old.items);
  items.delete(old.keyed || !/^-\d+$/.test(key) ? key : String(lastIndex(old) + 1 + Number(key)));
  return { keyed: old.keyed, items };
}

export function asItems(value: Value | undefined): Items {
  return value === undefined ? UNSET : typeof value === 'string' ? listOf([value]) : value;
}

export function isSameValue(a: Value, b: Value): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return a.items.size === b.items.size && [...a.items].every(([key, text]) => b.items.get(key) === text);
}
