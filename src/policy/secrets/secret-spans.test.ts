import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { OWN_RULES } from './own-secret-rules.ts';
import { hasHint } from './secret-spans.ts';
import { SECRETLINT_RULES } from './secretlint-rules.ts';

const RULES = [...SECRETLINT_RULES, ...OWN_RULES];
const HINTS = RULES.flatMap(({ hints }) => hints);
/** Words whole and broken, and letters of other scripts whose lower case is one of ours. */
const PIECES = [
  HINTS,
  HINTS.map((hint) => hint.toUpperCase()),
  HINTS.map((hint) => hint.slice(0, -1)),
  Array.from('=:"/@_-$\n \u212aİſKk'),
].flat();
const text = array(oneof(constantFrom(...PIECES), string({ maxLength: 4 })), { maxLength: 8 }).map((all) =>
  all.join(''),
);

it('finds the words of every rule, in any case', () => {
  assert(
    property(text, (some) => {
      // A letter of another script never stands for one of a word: patterns do not take it for one either.
      const lower = some.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
      expect(hasHint(some)).toBe(HINTS.some((hint) => lower.includes(hint)));
    }),
    { numRuns: 5_000 },
  );
});

it('every rule has words, long enough to be looked for and the same in JSON', () => {
  const odd = RULES.filter(
    ({ hints }) => hints.length === 0 || !hints.every((hint) => /^[^A-Z"\\\p{C}]{3,}$/u.test(hint)),
  );
  expect(odd).toEqual([]);
});
