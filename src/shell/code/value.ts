/** What an expression is, as far as its text tells. */
export type Value = TextValue | ListValue | ObjectValue | { kind: 'unknown' };

export type TextValue = { kind: 'text'; text: string };

/**
 * With `keys`, a dictionary: the names of the items. With `oneOf`, no list of the program but all that one value may be, such as the variable of
 * a loop: values of the same loop, whose mark it is, go along with each other.
 */
export type ListValue = { kind: 'list'; items: Value[]; keys?: string[]; isBlock?: true; oneOf?: string };

/** The result of a call or a module: its dotted name and the arguments it was made from. */
export type ObjectValue = { kind: 'object'; name: string; args: Value[] };

/** The most items of a list that are worked out one by one. */
export const MOST_ITEMS = 64;

export const UNKNOWN: Value = { kind: 'unknown' };

export function textValue(text: string): TextValue {
  return { kind: 'text', text };
}

export function listValue(items: Value[]): ListValue {
  return { kind: 'list', items };
}

/** Each of the values that one may be. */
export function oneOf(items: Value[], mark: string): ListValue {
  return { kind: 'list', items, oneOf: mark };
}

/** A module, or a function or member of one, by its dotted name. */
export function objectValue(name: string): ObjectValue {
  return { kind: 'object', name, args: [] };
}

/** The name of a module, a function or a member; `otherwise` for any other value. */
export function nameOf(value: Value | undefined, otherwise: string): string {
  return value?.kind === 'object' ? value.name : otherwise;
}
