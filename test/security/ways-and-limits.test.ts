import { expect, test } from 'vitest';
import { readCalls, wrongRows } from './judge-rows.ts';

test('what the shell knows arrives where it is used, no limit ends in silence, and the harmless twins are silent', () => {
  const rows = readCalls('ways-and-limits');
  expect(rows.length).toBeGreaterThan(95);
  expect(wrongRows(rows)).toEqual([]);
});
