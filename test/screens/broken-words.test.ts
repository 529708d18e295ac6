import { expect, it } from 'vitest';
import { brokenWords } from './support/stage.ts';

it.each<[string, string[], string[], string[]]>([
  ['lines that fit', ['one two', 'three'], ['one two', 'three'], []],
  ['a word cut', ['one two th', 'ree'], ['one two three'], ['one two three']],
  ['a break between two words', ['one two 34', ' five'], ['one two 34 five'], []],
  ['a word that fits in no line', ['/a/long/pa', 'th'], ['/a/long/path'], []],
  [
    'such a word, then a cut one',
    ['/a/long/pa', 'th and fou', 'r'],
    ['/a/long/path and four'],
    ['/a/long/path and four'],
  ],
])('%s', (_, lines, logical, wanted) => {
  expect(brokenWords(lines, logical, 10)).toEqual(wanted);
});
