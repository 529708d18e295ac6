import { describe, expect, it } from 'vitest';
import { readTimePoint } from './time-point.ts';

const NOW = new Date(2026, 10, 15, 12, 34, 56, 789).getTime();
const HOUR = 3_600_000;
const local = (...parts: [number, number, number, number?, number?, number?, number?]) => new Date(...parts).getTime();

describe('points in time', () => {
  it.each<[string, number, number]>([
    ['90s', NOW - 90_000, NOW - 90_000],
    ['30m', NOW - HOUR / 2, NOW - HOUR / 2],
    ['2h', NOW - 2 * HOUR, NOW - 2 * HOUR],
    ['1.5h', NOW - 1.5 * HOUR, NOW - 1.5 * HOUR],
    ['1h30m', NOW - 1.5 * HOUR, NOW - 1.5 * HOUR],
    ['3D', NOW - 72 * HOUR, NOW - 72 * HOUR],
    ['1w', NOW - 168 * HOUR, NOW - 168 * HOUR],
    ['today', local(2026, 10, 15), local(2026, 10, 16)],
    [' Yesterday ', local(2026, 10, 14), local(2026, 10, 15)],
    ['2026-11-01', local(2026, 10, 1), local(2026, 10, 2)],
    ['2024-02-29', local(2024, 1, 29), local(2024, 2, 1)],
    ['9:05', local(2026, 10, 15, 9, 5), local(2026, 10, 15, 9, 5)],
    ['2026-11-01T14:30', local(2026, 10, 1, 14, 30), local(2026, 10, 1, 14, 30)],
    ['2026-11-01 14:30:15', local(2026, 10, 1, 14, 30, 15), local(2026, 10, 1, 14, 30, 15)],
    ['2026-11-01T14:30:15.250', local(2026, 10, 1, 14, 30, 15, 250), local(2026, 10, 1, 14, 30, 15, 250)],
    ['2026-11-01T14:30:00Z', Date.UTC(2026, 10, 1, 14, 30), Date.UTC(2026, 10, 1, 14, 30)],
    ['2026-11-01T14:30:00+02:00', Date.UTC(2026, 10, 1, 12, 30), Date.UTC(2026, 10, 1, 12, 30)],
    ['2026-11-01T14:30-0130', Date.UTC(2026, 10, 1, 16), Date.UTC(2026, 10, 1, 16)],
  ])('%s', (text, since, until) => {
    expect([readTimePoint(text, NOW, 'since'), readTimePoint(text, NOW, 'until')]).toEqual([since, until]);
  });

  it.each([
    '',
    '2',
    'h',
    '2x',
    '-2h',
    '2 h',
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    '25:00',
    '12:60',
    '1:2',
    'tomorrow',
    '2026-11-01T',
    '1e3s',
  ])('not a time: "%s"', (text) => {
    expect(readTimePoint(text, NOW, 'since')).toBe(null);
  });
});
