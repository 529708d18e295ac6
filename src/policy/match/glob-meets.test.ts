import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mayMean } from './glob-meets.ts';
import { matchSegment } from './glob.ts';

const MEANT: [shown: string, wanted: string][] = [
  ['.g*', '.git'],
  ['.gi?', '.git'],
  ['.[a-z]*', '.ssh'],
  ['.hook*', '.hookctl'],
  ['.cl*', '.claude'],
  ['.e?v', '.env'],
  ['.env*', '.env.*'],
  ['id_*', 'id_rsa'],
  ['[i]d_rsa', 'id_rsa'],
  ['*_rsa', 'id_rsa'],
  ['?d_rs[ab]', 'id_rsa'],
  ['server.ke?', '*.key'],
  ['hook*', 'hookctl'],
  ['.@(git|x)', '.git'],
  ['cred*', 'credentials'],
];
const NOT_MEANT: [shown: string, wanted: string][] = [
  ['*', '.git'],
  ['*', 'id_rsa'],
  ['?*', '.env'],
  ['README*', '*.key'],
  ['*.json', 'credentials.json'],
  ['*.json', 'service-account*.json'],
  ['*.pem', '*key*.pem'],
  ['build-*', '*.key'],
  ['.*.swp', '.env.*'],
  ['.git*', '.gnupg'],
  ['h*', 'hookctl'],
];

describe('what a pattern of the shell means', () => {
  test.each(MEANT)('%s means %s', (shown, wanted) => expect(mayMean(shown, wanted)).toBe(true));
  test.each(NOT_MEANT)('%s does not mean %s', (shown, wanted) => expect(mayMean(shown, wanted)).toBe(false));

  test('a hidden name is meant by every pattern made from it that fits it and keeps its dot', () => {
    const name = fc.constantFrom('.git', '.ssh', '.hookctl', '.claude', '.env', '.kube', '.aws');
    const edit = fc.tuple(fc.nat(), fc.constantFrom('?', '*', '[a-z]', '[!0-9]'));
    fc.assert(
      fc.property(name, fc.array(edit, { minLength: 1, maxLength: 4 }), (wanted, edits) => {
        const letters = [...wanted];
        for (const [at, by] of edits) letters[1 + (at % (letters.length - 1))] = by;
        expect([letters.join(''), mayMean(letters.join(''), wanted)]).toEqual([letters.join(''), true]);
      }),
    );
  });

  test('what is meant fits: no name is meant by a pattern that cannot stand for it', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '.', '*', '?', '[ab]'), { minLength: 1, maxLength: 6 });
    const plain = fc.array(fc.constantFrom('a', 'b', '.'), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(text, plain, (shown, wanted) => {
        if (mayMean(shown.join(''), wanted.join(''))) expect(matchSegment(shown.join(''), wanted.join(''))).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  test('a look at what is spelled out changes no answer', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '.', '*', '?'), { minLength: 1, maxLength: 8 });
    const name = fc.array(fc.constantFrom('a', 'b', 'c', '.', '*'), { minLength: 1, maxLength: 8 });
    // In brackets a letter means the same, and is not looked at.
    const bracketed = (letters: string[]) => letters.map((one) => (/\w/.test(one) ? `[${one}]` : one)).join('');
    let meant = 0;
    fc.assert(
      fc.property(text, name, (letters, wanted) => {
        const expected = mayMean(bracketed(letters), wanted.join(''));
        if (expected) meant++;
        expect(mayMean(letters.join(''), wanted.join(''))).toBe(expected);
      }),
      { numRuns: 10_000 },
    );
    expect(meant).toBeGreaterThan(100);
  });
});
