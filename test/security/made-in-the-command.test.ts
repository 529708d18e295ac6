import { expect, test } from 'vitest';
import { readCalls, wrongRows } from './judge-rows.ts';

test('a command may delete what it has made itself, and nothing that came from elsewhere', () => {
  const rows = readCalls('made-in-the-command');
  expect(rows.length).toBeGreaterThan(15);
  expect(wrongRows(rows)).toEqual([]);
});
