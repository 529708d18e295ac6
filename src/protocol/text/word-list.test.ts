import { expect, test } from 'vitest';
import { containsOneOf, endsInOneOf, isOneOf } from './word-list.ts';

test.each([
  ['todo', true],
  ['todowrite', true],
  ['mytodo', true],
  ['plan', true],
  ['planes', false],
  ['PLAN', false],
  ['', false],
])('isOneOf: %s', (word, expected) => {
  expect(isOneOf('todo* *todo', 'plan')(word)).toBe(expected);
});

test.each([
  ['path.isFile', true],
  ['isfile_at', true],
  ['println', false],
  ['reprint', true],
])('endsInOneOf: %s', (name, expected) => {
  expect(endsInOneOf('isfile*', 'print')(name)).toBe(expected);
});

test.each([
  ['a waitpid ( 0 )', true],
  ['a await b', false],
  ['sleeping', false],
])('containsOneOf: %s', (text, expected) => {
  expect(containsOneOf('wait waitpid', 'sleep')(text)).toBe(expected);
});
