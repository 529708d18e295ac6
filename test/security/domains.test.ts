import { expect, test } from 'vitest';
import { readCalls, wrongRows } from './judge-rows.ts';

test('every row of calls/domains.txt is on its side: databases, clouds, clusters, containers, packages, code from the network', () => {
  const rows = readCalls('domains');
  expect(rows.length).toBeGreaterThan(500);
  expect(wrongRows(rows)).toEqual([]);
});

test('so are the commands that were written before their author had read a rule', () => {
  const rows = readCalls('unshown-domains');
  expect(rows.length).toBeGreaterThan(1500);
  expect(wrongRows(rows)).toEqual([]);
});

test('and those that only strict stops', () => {
  const rows = readCalls('unshown-strict');
  expect(rows.length).toBeGreaterThan(150);
  expect(wrongRows(rows, 'strict')).toEqual([]);
});
