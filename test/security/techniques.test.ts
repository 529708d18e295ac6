import { expect, test } from 'vitest';
import { readCalls, wrongRows } from './judge-rows.ts';

test('techniques of attacks are stopped, and their harmless twins are silent', () => {
  const rows = readCalls('techniques');
  expect(rows.length).toBeGreaterThan(20);
  expect(wrongRows(rows)).toEqual([]);
});
