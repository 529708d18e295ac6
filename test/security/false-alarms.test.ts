import { expect, test } from 'vitest';
import { readCalls, wrongRows } from './judge-rows.ts';

test('what looks dangerous and is not stays silent, and its dangerous twin is stopped', () => {
  const rows = readCalls('false-alarms');
  expect(rows.filter(({ wanted }) => wanted === 'silent').length).toBeGreaterThan(50);
  expect(wrongRows(rows)).toEqual([]);
});
