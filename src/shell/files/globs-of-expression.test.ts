import { expect, test } from 'vitest';
import { globsOfExpression } from './globs-of-expression.ts';

test.each([
  [String.raw`^\.env$`, ['.env']],
  [String.raw`\.env`, ['*.env*']],
  [String.raw`^\.env(\.\w+)?$`, ['.env', '.env.*']],
  ['^id_(rsa|ed25519)$', ['id_rsa', 'id_ed25519']],
  [String.raw`^id_\(rsa\|dsa\)`, ['id_rsa*', 'id_dsa*']],
  ['credentials$', ['*credentials']],
  ['a|b$', ['*a*', '*b']],
  ['[Tt]oken[^s]', ['*[Tt]oken[!s]*']],
  ['^x{2,3}y$', ['*y']],
  [String.raw`^a\*b$`, ['a[*]b']],
  ['(?i)^key$', ['key']],
  ['.*', []],
  ['^(?!x)y', []],
  ['a(b', []],
  ['a)b', []],
])('%s finds %j', (expression, globs) => {
  expect(globsOfExpression(expression, {})).toEqual(globs);
});

test('an expression for the whole path', () => {
  expect(globsOfExpression(String.raw`.*/\.env\(\..*\)?`, { whole: true })).toEqual(['*/.env', '*/.env.*']);
});
