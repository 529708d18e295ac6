/**
 * A field of a payload or of a hook's answer, described as data: rows stay readable, the core needs no schema
 * library, and the JSON Schemas in `schemas/` are generated from the same rows.
 * A list of texts is a closed set of values; `open(...)` names known values of an open set.
 */
export type Field =
  | 'string'
  | 'number'
  | 'boolean'
  | 'object'
  | 'array'
  | 'any'
  | 'string?'
  | 'number?'
  | 'boolean?'
  | 'object?'
  | 'array?'
  | 'any?'
  | readonly string[]
  | OpenSet;

export interface OpenSet {
  readonly known: readonly string[];
  readonly optional: boolean;
}

export type Fields = Readonly<Record<string, Field>>;

export function open(...known: string[]): OpenSet {
  return { known, optional: false };
}

export function openOptional(...known: string[]): OpenSet {
  return { known, optional: true };
}

type Plain = {
  string: string;
  number: number;
  boolean: boolean;
  object: Record<string, unknown>;
  array: unknown[];
  any: unknown;
};

type Value<F extends Field> = F extends `${infer P extends keyof Plain}?`
  ? Plain[P]
  : F extends keyof Plain
    ? Plain[F]
    : F extends readonly (infer T)[]
      ? T
      : string;

type OptionalKeys<T extends Fields> = {
  [K in keyof T]: T[K] extends `${string}?` ? K : T[K] extends readonly string[] ? never : K & OpenKey<T[K]>;
}[keyof T];
type OpenKey<F> = F extends { optional: true } ? PropertyKey : never;

/** The TypeScript type that a set of fields describes. */
export type FromFields<T extends Fields> = { [K in Exclude<keyof T, OptionalKeys<T>>]: Value<T[K]> } & {
  [K in OptionalKeys<T>]?: Value<T[K]>;
};

export function isOptional(field: Field): boolean {
  if (typeof field === 'string') return field.endsWith('?');
  return 'known' in field ? field.optional : false;
}

/** Why `value` does not fit `field`, or null when it does. */
export function misfit(field: Field, value: unknown): string | null {
  if (typeof field !== 'string') {
    if ('known' in field) return typeof value === 'string' ? null : `expected a string, got ${nameOf(value)}`;
    const allowed = field.map((option) => JSON.stringify(option)).join(' | ');
    return field.includes(value as string) ? null : `expected ${allowed}, got ${shown(value)}`;
  }
  const wanted = field.replace('?', '');
  if (wanted === 'any' || nameOf(value) === wanted) return null;
  return `expected ${wanted}, got ${nameOf(value)}`;
}

export function nameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
