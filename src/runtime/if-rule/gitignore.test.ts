import { expect, test } from 'vitest';
import { gitignoreMatches } from './gitignore.ts';

test.each([
  ['*.ts', ['a.ts', 'x/A.TS', 'x.ts/b'], ['a.tsx']],
  ['src', ['src', 'src/a', 'x/src/a'], ['srcs']],
  ['/src', ['src', 'src/a'], ['x/src/a']],
  ['src/', ['src/a', 'x/src/a'], ['src']],
  ['src/*.ts', ['src/a.ts'], ['src/x/a.ts', 'x/src/a.ts']],
  ['**/a/**/b', ['a/b', 'x/a/y/z/b'], ['a/bc']],
  ['a?c', ['abc', 'x/aBc'], ['ac', 'abbc']],
  ['[a-c]x', ['ax', 'bx'], ['dx']],
  ['[!a]x', ['!x', 'ax'], ['bx']],
  ['[a', [], ['a', '[a']],
  ['a\\ ', ['a '], ['a']],
  ['a ', ['a'], ['a ']],
  ['x/\\*', ['x/y'], ['x']],
] as const)('%j', (pattern, yes, no) => {
  expect([...yes, ...no].filter((path) => gitignoreMatches(pattern, path))).toEqual(yes);
});
