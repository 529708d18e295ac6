import { expect, it } from 'vitest';
import { nearest } from './did-you-mean.ts';

it.each<[string, string | null]>([
  ['fier', 'fire'],
  ['FIRE', 'fire'],
  ['chekc', 'check'],
  ['pretooluse', null],
  ['', null],
  ['xyz', null],
])('%j is meant for %j', (word, expected) => {
  expect(nearest(word, ['fire', 'check'])).toBe(expected);
});

it.each<[string, string | null]>([
  ['PreToolUs', 'PreToolUse'],
  ['preToolUse', 'PreToolUse'],
  ['PostTol', null],
  ['PostTooUse', 'PostToolUse'],
  ['Nonsense', null],
])('event %j is meant for %j', (word, expected) => {
  expect(nearest(word, ['PreToolUse', 'PostToolUse', 'Stop'])).toBe(expected);
});

it('a word that shares nothing with the other is not meant for it', () => {
  expect(nearest('ab', ['cd'])).toBeNull();
});
