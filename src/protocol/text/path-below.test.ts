import { expect, test } from 'vitest';
import { isAtOrBelow, isBelow, relativeTo } from './path-below.ts';

test.each([
  ['/a', '/a', { relative: '', below: false, atOrBelow: true }],
  ['/a', '/a/b/c', { relative: 'b/c', below: true, atOrBelow: true }],
  ['/a/', '/a/b', { relative: 'b', below: true, atOrBelow: true }],
  ['/a', '/ab', { relative: null, below: false, atOrBelow: false }],
  ['/a/b', '/a', { relative: null, below: false, atOrBelow: false }],
  ['/', '/a', { relative: 'a', below: true, atOrBelow: true }],
])('%s and %s', (directory, path, expected) => {
  const answers = {
    relative: relativeTo(directory, path),
    below: isBelow(directory, path),
    atOrBelow: isAtOrBelow(directory, path),
  };
  expect(answers).toEqual(expected);
});
