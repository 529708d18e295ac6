import { assert, constantFrom, integer, oneof, property, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedTest } from './bounded-regex.ts';

const LATE = { matches: false, problem: 'the pattern took longer than 100 ms' };
const as = 'a'.repeat(60);

describe('a pattern that would run for years is cut off', () => {
  it.each<[string, string, string]>([
    ['nested quantifiers', '(a+)+$', `${as}b`],
    ['one star over equal branches', '(a|a)*b', as],
    ['no star at all', `${'(a|a)'.repeat(40)}b`, as],
    ['a counted group', '(.*a){20}$', `${as}b`],
    ['overlapping branches', '(?:a|b|ab)*c', 'ab'.repeat(60)],
    ['a back reference', '(a*)*\\1c', as],
    ['huge counts', '(a{0,65535}){0,65535}b', as],
    ['nested huge counts', '(?:(?:(?:a{0,500}){0,500}){0,500}){0,500}b', as],
    ['a million optional groups', '(?:a?){1000000}b', as],
    ['a quadratic search in two million characters', 'x*y', 'x'.repeat(2_000_000)],
  ])('%s: %s', (_, pattern, subject) => {
    expect(boundedTest(pattern, subject)).toEqual(LATE);
  });

  it('and the next one is answered', () => {
    boundedTest('(a+)+$', `${as}b`);
    expect(boundedTest('^B.*h$', 'Bash')).toEqual({ matches: true, problem: null });
  });
});

describe('a pattern that does not compile never matches, and says why', () => {
  it.each([
    ['(', 'Unterminated group'],
    ['[', 'Unterminated character class'],
    ['**', 'Nothing to repeat'],
    ['(?i)bash', 'Invalid group'],
    ['a{2,1}', 'numbers out of order in {} quantifier'],
    ['('.repeat(100_000), 'Too many captures'],
  ])('%s', (pattern, problem) => {
    const result = boundedTest(pattern, 'Bash');
    expect({ ...result, problem: result.problem?.includes(problem) }).toEqual({ matches: false, problem: true });
  });
});

/** Small enough that the plain engine answers at once. */
const piece = constantFrom('a', 'b', '.', '^', '$', 'a|b', '(a)', '[ab]', '\\w', 'a*', 'b+', 'a?', 'a{1,2}', '(?!a)');
const pattern = tuple(piece, piece, piece).map((pieces) => pieces.join(''));

it('answers as JavaScript does', () => {
  assert(
    property(pattern, string({ unit: constantFrom('a', 'b', 'c'), maxLength: 8 }), (text, subject) => {
      expect(boundedTest(text, subject)).toEqual({ matches: new RegExp(text).test(subject), problem: null });
    }),
  );
});

it('never throws, whatever the pattern', () => {
  const tokens = constantFrom(
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '*',
    '+',
    '?',
    '|',
    '\\',
    '1',
    'a',
    '^',
    '$',
    '.',
    ',',
    'é',
  );
  const wild = string({ unit: tokens, maxLength: 30 });
  assert(
    property(oneof(wild, string()), string(), integer({ min: 1, max: 30 }), (text, subject, times) => {
      const result = boundedTest(text, subject.repeat(times));
      expect(typeof result.matches).toBe('boolean');
    }),
    { numRuns: 500 },
  );
});
