import { literalsOf } from '../regex/literals.ts';

/** Keys by which rules on the text of a command are found. They are not looked up: each is looked for in the text. */
export function keysOfText(regex: string): string[] | null {
  const literals = literalsOf(regex);
  if (literals === null) return null;
  return [...new Set(literals.map((literal) => `${TEXT_KEYS}${literal.toLowerCase()}`))];
}

export const TEXT_KEYS = 'says ';
