import type { CallInCode, Evaluator, Value } from './cursor.ts';
import { asText } from './evaluate.ts';
import type { Language } from './languages.ts';

/** One call in foreign code, and where it was found. */
export type Site = { program: string; language: Language; evaluator: Evaluator; found: CallInCode; args: string[] };

export function argument(site: Site, place: string): Value[] {
  const { args, receiver } = site.found;
  if (place === 'self') return receiver === undefined ? [] : [receiver];
  if (place === 'all') return args;
  const value = args[Number(place)];
  return value === undefined ? [] : [value];
}

/** Each text a value may be; a list stands for all its items. */
export function flat(site: Site, value: Value): string[] {
  if (value.kind === 'list') return value.items.flatMap((item) => flat(site, item));
  return [asText(site.evaluator, value)];
}
