import { expect, it } from 'vitest';
import { wordTrouble, wordTroubleAt } from './file-trouble.ts';

it.each<[unknown, string]>([
  [Object.assign(new Error('EISDIR: illegal operation on a directory, read'), { code: 'EISDIR' }), 'it is a directory'],
  [Object.assign(new Error("EACCES: permission denied, open '/x'"), { code: 'EACCES' }), 'permission denied'],
  [new Error("ENOENT: no such file or directory, open '/x'"), 'it does not exist'],
  [new Error('spawn /x ENOENT'), 'it does not exist'],
  [Object.assign(new Error("EFOO: some odd trouble, open '/x'"), { code: 'EFOO' }), 'some odd trouble'],
  [new Error('EFOO: some odd trouble, read'), 'some odd trouble'],
  [new Error('Unexpected token'), 'Unexpected token'],
  [new Error('EVERYTHING is lost'), 'EVERYTHING is lost'],
  ['a text', 'a text'],
  [undefined, 'undefined'],
])('%s', (error, words) => {
  expect(wordTrouble(error)).toBe(words);
});

it('names the file', () => {
  const error = Object.assign(new Error("EACCES: permission denied, mkdir '/a/b'"), { code: 'EACCES', path: '/a/b' });
  expect(wordTroubleAt(error)).toBe('/a/b: permission denied');
  expect(wordTroubleAt(new Error("EACCES: permission denied, mkdir '/a/b'"))).toBe('/a/b: permission denied');
});
