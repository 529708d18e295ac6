import { array, assert, constantFrom, property, string } from 'fast-check';
import { expect, it, test } from 'vitest';
import { literalsOf } from './literals.ts';
import { programOf } from './program.ts';
import { testRegex } from './search.ts';

test.each([
  ['/\\bHOOKCTL_(MODE|POLICY)=/', ['HOOKCTL_']],
  ['/\\b(ignore|forget)\\s+(all\\s+)*rules\\b/i', ['ignore', 'forget']],
  ['/(?:abc)+x?/', ['abc']],
  ['/ab(cde|f)/', null],
  ['/a.b/', null],
  ['/(abc|.*)/', null],
  ['/(abc)*/', null],
  ['/[abc]{5}/', null],
  ['/ab\\bcd/', ['abcd']],
  ['/abc\\ndef/', ['abc']],
  ['/äöü/', null],
])('%s holds one of %j', (regex, literals) => {
  expect(literalsOf(regex)).toEqual(literals);
});

const atom = constantFrom('abc', 'a', 'B', '.', '\\s', '(abc|bca)', '(?:ab)+', '(aab)?', '[ab]', 'x{2}', '\\b', 'cab*');

it('no text matches that holds none of them', () => {
  assert(
    property(
      array(atom, { minLength: 1, maxLength: 5 }),
      constantFrom('', 'i'),
      string({ unit: constantFrom('a', 'b', 'c', 'A', 'B', 'x', ' '), maxLength: 16 }),
      (atoms, flags, text) => {
        const regex = `/${atoms.join('')}/${flags}`;
        const literals = literalsOf(regex);
        if (literals === null || !testRegex(programOf(regex), text)) return;
        expect(literals.some((literal) => text.toLowerCase().includes(literal.toLowerCase()))).toBe(true);
      },
    ),
    { numRuns: 20_000 },
  );
});
