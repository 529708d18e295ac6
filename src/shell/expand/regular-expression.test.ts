import { expect, test } from 'vitest';
import { literally, posixExpression } from './regular-expression.ts';

const found = (pattern: string, text: string, dialect: 'basic' | 'extended' = 'extended') => {
  const expression = posixExpression(pattern, { dialect, length: text.length });
  return expression === undefined ? 'not read' : [...(expression.exec(text) ?? [])];
};

test.each<[string, string, string[] | 'not read']>([
  ['^([^ ]+) (.*)$', 'one two three', ['one two three', 'one', 'two three']],
  ['([^[:space:]]+)[[:space:]](.*)', 'a\tb c', ['a\tb c', 'a', 'b c']],
  ['[]x]+', 'a]x]', [']x]']],
  ['[^]]*', 'ab]c', ['ab']],
  ['[\\.]', 'a\\b', ['\\']],
  ['a|b', 'xb', ['b']],
  ['a(b', 'ab', 'not read'],
  ['(a*)*b', 'aaaa', 'not read'],
  ['a*a*a*a*a*a*a*b', 'a'.repeat(40), 'not read'],
])('%s of %s', (pattern, text, expected) => {
  expect(found(pattern, text)).toEqual(expected);
});

test('a basic expression has its groups behind backslashes', () => {
  expect(found(String.raw`a\(.*\)`, 'ab(c)', 'basic')).toEqual(['ab(c)', 'b(c)']);
  expect(found('b(c)', 'ab(c)', 'basic')).toEqual(['b(c)']);
});

test('nothing of a quoted text is special', () => {
  expect(found(literally('a.b[*](c)|$'), 'xa.b[*](c)|$')).toEqual(['a.b[*](c)|$']);
});
