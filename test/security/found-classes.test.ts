import { expect, test } from 'vitest';
import { readCalls, wrongRows } from './judge-rows.ts';

test.each([
  ['that the sixth red team found', 'found-by-team-6', 75],
  ['that the seventh red team found', 'found-by-team-7', 40],
  ['that a public list of programs showed', 'programs-of-a-list', 40],
  ['of texts that programs make', 'made-texts', 40],
  ['of names and paths of Windows', 'windows-names', 40],
  ['of losses and attacks that others describe', 'public-material', 40],
])('the classes %s are stopped, and their harmless twins are silent', (_origin, name, least) => {
  const rows = readCalls(name);
  expect(rows.length).toBeGreaterThan(least);
  expect(wrongRows(rows)).toEqual([]);
});
