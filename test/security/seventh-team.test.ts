import { expect, test } from 'vitest';
import { readCalls, wrongRows } from './judge-rows.ts';

test.each([
  ['that the seventh red team found', 'seventh-team'],
  ['that a public list of programs showed', 'programs-of-a-list'],
  ['of texts that programs make', 'made-texts'],
])('the classes %s are stopped, and their harmless twins are silent', (_origin, name) => {
  const rows = readCalls(name);
  expect(rows.length).toBeGreaterThan(40);
  expect(wrongRows(rows)).toEqual([]);
});
