import { describe, expect, it } from 'vitest';
import { createSeenBefore } from './seen-before.ts';

describe('what was seen before', () => {
  it('is known again, and nothing else is', () => {
    const seen = createSeenBefore();
    const names = Array.from({ length: 50_000 }, (_, index) => `2026-11-15T00:00:00.000Z toolu_${index}`);
    expect(names.filter(seen)).toEqual([]);
    expect(names.every(seen)).toBe(true);
    expect(seen('another')).toBe(false);
  });

  it('forgets within bounds: the last generation is always known', () => {
    const seen = createSeenBefore(10);
    for (let index = 0; index < 100; index++) seen(String(index));
    expect(Array.from({ length: 10 }, (_, index) => seen(String(90 + index)))).toEqual(Array(10).fill(true));
    expect(seen('0')).toBe(false);
  });
});
