import { describe, expect, it } from 'vitest';
import type { PastOutcome } from '../../adapters/past-event.ts';
import { rankGroups, scoreOf } from './rank.ts';
import type { AlarmShape } from '../judge/shape.ts';
import type { AlarmGroup } from './tally.ts';

interface Sketch {
  rule?: string;
  outcomes: Partial<Record<PastOutcome, number>>;
  sessions?: number;
  days?: number;
  place?: AlarmShape['place'];
  grave?: boolean;
  verdict?: 'deny' | 'ask' | 'warn';
  unknown?: number;
}

function group({
  rule = 'r',
  outcomes,
  sessions = 1,
  days = 1,
  place = 'none',
  grave = false,
  verdict = 'ask',
  unknown = 0,
}: Sketch): AlarmGroup {
  const calls = Object.values(outcomes).reduce((sum, number) => sum + number, 0);
  const numbers = (count: number) => new Set(Array.from({ length: count }, (_, index) => index));
  return {
    rule,
    shape: { text: 'x', place, glob: null, runs: null },
    grave,
    examples: [],
    calls,
    verdicts: { deny: 0, ask: 0, warn: 0, observe: 0, [verdict]: calls - unknown },
    outcomes: {
      ran: 0,
      failed: 0,
      'refused-by-person': 0,
      'refused-by-rule': 0,
      'refused-by-hook': 0,
      unknown: 0,
      ...outcomes,
    },
    unknown,
    uncertain: 0,
    sessions: numbers(sessions),
    days: numbers(days),
  };
}

describe('how likely a false alarm is', () => {
  it.each<[string, Sketch, number]>([
    ['ran once, somewhere', { outcomes: { ran: 1 } }, 60],
    ['ran every day, inside the project', { outcomes: { ran: 40 }, sessions: 20, days: 15, place: 'inside' }, 100],
    ['the person refused it', { outcomes: { 'refused-by-person': 1 } }, 0],
    ['refused by a permission rule', { outcomes: { 'refused-by-rule': 2 } }, 20],
    ['half of them failed', { outcomes: { ran: 1, failed: 1 } }, 50],
    ['only a warning', { outcomes: { ran: 1 }, verdict: 'warn' }, 50],
    ['grave, although it ran', { outcomes: { ran: 3 }, sessions: 2, grave: true }, 23],
    ['no end on record', { outcomes: { unknown: 5 } }, 40],
    ['all on an unknown fact', { outcomes: { ran: 9 }, unknown: 9, sessions: 9 }, 0],
  ])('%s', (_, sketch, score) => {
    expect(scoreOf(group(sketch))).toBe(score);
  });

  it('the likeliest comes first, then the more frequent, then by name', () => {
    const groups = [
      group({ rule: 'b', outcomes: { ran: 1 } }),
      group({ rule: 'a', outcomes: { ran: 1 } }),
      group({ rule: 'often', outcomes: { ran: 2 } }),
      group({ rule: 'daily', outcomes: { ran: 9 }, days: 9 }),
      group({ rule: 'right', outcomes: { 'refused-by-person': 1 } }),
      group({ rule: 'untold', outcomes: { ran: 1 }, unknown: 1 }),
    ];
    expect(rankGroups(groups).map(({ group: { rule }, reading }) => `${rule}: ${reading}`)).toEqual([
      'daily: probably a false alarm',
      'often: probably a false alarm',
      'a: worth a look',
      'b: worth a look',
      'right: probably right',
      'untold: cannot be known',
    ]);
  });
});
