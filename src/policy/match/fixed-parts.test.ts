import { array, assert, constantFrom, property } from 'fast-check';
import { expect, it } from 'vitest';
import { fixedPartsOf, mayFit } from './fixed-parts.ts';
import { matchGlob } from './glob.ts';

const part = constantFrom(
  'a',
  'b',
  'src',
  '.env',
  '*',
  '**',
  '*.ts',
  'x.ts',
  '?',
  '',
  '[ab]',
  '[xy].ts',
  'x.?s',
  '\\x.ts',
  '*]',
);
const segment = constantFrom('a', 'b', 'src', '.env', 'x.ts', 'y', 'y]');

it('never rules out a path that fits', () => {
  assert(
    property(
      array(part, { minLength: 1, maxLength: 4 }),
      array(segment, { minLength: 1, maxLength: 4 }),
      (parts, segments) => {
        const pattern = parts.join('/');
        const path = segments.join('/');
        if (matchGlob(pattern, path))
          expect([pattern, path, mayFit(fixedPartsOf(pattern), path, 0)]).toEqual([pattern, path, true]);
        if (matchGlob(pattern, path)) expect(mayFit(fixedPartsOf(pattern), `/root/${path}`, 6)).toBe(true);
      },
    ),
    { numRuns: 5_000 },
  );
});
