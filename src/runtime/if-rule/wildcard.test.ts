import { expect, test } from 'vitest';
import { wildcardMatches } from './wildcard.ts';

test.each([
  ['git *', ['git', 'git push'], ['gitk', 'git-lfs']],
  ['git*', ['git', 'gitk', 'git push'], ['a git']],
  ['* push', ['git push', ' push'], ['push', 'git push x']],
  ['git * *', ['git a b'], ['git', 'git a']],
  ['a*b*c', ['abc', 'axbxc', 'abcbc'], ['ab', 'acb', 'abcx']],
  ['*aab', ['aaab', 'aabaab'], ['aaba']],
  ['a\\*', ['a*'], ['ab']],
  ['a\\\\b', ['a\\b'], ['a\\\\b']],
  ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['ab', 'a/xb']],
  ['a/**/**/b', ['a/b', 'a/x/y/b'], ['a/xb']],
  [' a ', ['a'], [' a ']],
] as const)('%j', (pattern, yes, no) => {
  expect([...yes, ...no].filter((text) => wildcardMatches(pattern, text))).toEqual(yes);
});
