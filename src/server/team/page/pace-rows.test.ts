import { expect, it } from 'vitest';
import { paceOf } from '../../../store/postgres/roll-ups.ts';
import type { StoredDecision } from '../../../store/store.ts';
import { paceRows } from './pace-rows.ts';

const HOUR = 3_600_000;

function took(at: number, durationMs: number): StoredDecision {
  return { key: { at, machine: 1, id: '' }, line: { durationMs } } as StoredDecision;
}

it('how long decisions took, by the hour and to a power of two', () => {
  const quick = Array.from({ length: 98 }, () => took(HOUR + 1, 3));
  const decisions = [...quick, took(HOUR + 2, 200), took(2 * HOUR - 1, 210), took(2 * HOUR, 0), took(2 * HOUR, 0)];
  const pace = paceOf(decisions).map(({ hour, buckets }) => ({ hour: Date.parse(hour), buckets }));
  expect(paceRows(pace)).toEqual([
    { at: HOUR, decisions: 100, p50: 4.096, p99: 262.144 },
    { at: 2 * HOUR, decisions: 2, p50: 0.001, p99: 0.001 },
  ]);
  expect(paceRows([])).toEqual([]);
});

it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e300])('%f milliseconds count as some time', (durationMs) => {
  const [row] = paceOf([took(HOUR, durationMs)]);
  expect(row?.buckets.reduce((sum, count) => sum + count, 0)).toBe(1);
});
