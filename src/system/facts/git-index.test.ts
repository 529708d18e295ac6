import { expect, test } from 'vitest';
import type { FileFacts } from '../ports.ts';
import { type IndexEntry, isChanged, parseIndex } from './git-index.ts';

const FILE: FileFacts = {
  kind: 'file',
  size: 5,
  mode: 0o100644,
  userId: 0,
  modifiedAt: 2000.5,
  inode: 7,
  device: 1,
  links: 1,
};
const ENTRY: IndexEntry = {
  blob: '',
  path: 'a',
  stage: 0,
  isSkipped: false,
  mode: 0o100644,
  size: 5,
  inode: 7,
  modifiedAt: 2000.5,
};

test.each<[string, Partial<IndexEntry>, Partial<FileFacts> | null, number, boolean | undefined]>([
  ['as git left it', {}, {}, 3000, false],
  ['deleted: nothing is left to lose', {}, null, 3000, false],
  ['another size', {}, { size: 6 }, 3000, true],
  ['another time', {}, { modifiedAt: 2000.75 }, 3000, true],
  ['another inode', {}, { inode: 8 }, 3000, true],
  ['an inode that git did not keep', { inode: 0 }, {}, 3000, false],
  ['made executable', {}, { mode: 0o100755 }, 3000, true],
  ['a directory instead', {}, { kind: 'directory' }, 3000, true],
  ['a link', { mode: 0o120000 }, { kind: 'other' }, 3000, false],
  ['a file of 4 GB and 5 bytes', {}, { size: 2 ** 32 + 5 }, 3000, false],
  ['written in the same moment as the index', {}, {}, 2000.5, undefined],
  ['written after the index', {}, {}, 1000, undefined],
  ['one side of a conflict', { stage: 2 }, {}, 3000, true],
  ['a submodule', { mode: 0o160000 }, { kind: 'directory' }, 3000, undefined],
  ['left out of a sparse tree, and there all the same', { isSkipped: true }, {}, 3000, undefined],
  ['left out of a sparse tree', { isSkipped: true }, null, 3000, false],
])('%s', (_, entry, file, indexWrittenAt, expected) => {
  const facts = file === null ? null : { ...FILE, ...file };
  expect(isChanged({ ...ENTRY, ...entry }, facts, indexWrittenAt)).toBe(expected);
});

test.each([
  ['an empty file', ''],
  ['another signature', `NOPE${'\0'.repeat(40)}`],
  ['a version that is not known', 'DIRC\0\0\0\u0005\0\0\0\0'],
  ['more entries announced than there are', 'DIRC\0\0\0\u0002\u00ff\u00ff\u00ff\u00ff'],
])('%s is no index', (_, bytes) => {
  expect(parseIndex(bytes)).toBe(null);
});
