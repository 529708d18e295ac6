import { expect, test } from 'vitest';
import { readCalls, wrongRows } from './judge-rows.ts';

test('every row of calls/domains.txt is on its side: databases, clouds, clusters, containers, packages, code from the network', () => {
  const rows = readCalls('domains');
  expect(rows.length).toBeGreaterThan(500);
  expect(wrongRows(rows)).toEqual([]);
});
