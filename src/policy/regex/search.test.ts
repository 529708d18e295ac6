import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { regexProblem } from './safety.ts';
import { programOf } from './program.ts';
import { lastMatch, testRegex } from './search.ts';

const atom = fc.constantFrom(
  'a',
  'b',
  'c',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '[ab]',
  '[^a]',
  '\\b',
  '(?:ab)',
  '(b|c)',
  '(a)',
  ' ',
);
const repeat = fc.constantFrom('', '', '', '*', '+', '?', '*?', '{2}', '{1,3}');
const piece = fc.tuple(atom, repeat).map(([a, r]) => (a === '\\b' ? a : a + r));
const pattern = fc
  .tuple(
    fc.constantFrom('', '^'),
    fc.array(piece, { minLength: 1, maxLength: 5 }),
    fc.constantFrom('', '$'),
    fc.constantFrom('', '|c$'),
  )
  .map(([start, pieces, end, choice]) => start + pieces.join('') + end + choice);
const flags = fc.constantFrom('', 'i', 'm', 's', 'im');
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', ' ', '1', '\n', 'é'), maxLength: 30 });

test('agrees with the native engine', () => {
  fc.assert(
    fc.property(pattern, flags, text, (source, flag, input) => {
      const all = [...input.matchAll(new RegExp(source, `${flag}g`))];
      expect(testRegex(programOf(`/${source}/${flag}`), input)).toBe(all.length > 0);
      const last = all.at(-1);
      const mine = lastMatch(programOf(`/${source}/${flag}`), input);
      expect(mine === null ? null : [mine.start, mine.end]).toEqual(
        last === undefined ? null : [last.index, last.index + last[0].length],
      );
    }),
    { numRuns: 3000 },
  );
});

test('extracts the first group of the last match', () => {
  const total = programOf('/^TOTAL\\b.*\\s(\\d+(?:\\.\\d+)?)%/m');
  expect(lastMatch(total, 'TOTAL 100 11 89%\nx\nTOTAL 1 1 89.95%\n')?.text).toBe('89.95');
  expect(lastMatch(total, 'SUBTOTAL 1%')).toBe(null);
});

test('is linear where backtracking is not', () => {
  const start = performance.now();
  for (const regex of ['/(?:a|a)*b/', '/a*a*a*a*a*b/', '/.*.*.*=x/', '/(?:x+x+)y/'])
    testRegex(programOf(regex), `${'a'.repeat(20_000)}b`.slice(0, 20_000));
  expect(performance.now() - start).toBeLessThan(3_000);
});

test.each([
  ['/(a+)+/', 'nested quantifier'],
  ['/(?=a)/', 'look-ahead'],
  ['/(?<=a)/', 'look-behind'],
  ['/(a)\\1/', 'back-references'],
  ['/a{1000}/', 'too large'],
  ['/(((a{200}){200}){200})/', 'too large'],
  ['/(/', 'unclosed'],
  ['/[/', 'unclosed'],
  ['/a/x', 'unknown flag'],
  ['/*a/', 'nothing to repeat'],
])('%s: %s', (regex, message) => {
  expect(regexProblem(regex)).toContain(message);
});
