import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffLines } from '../../dashboard/parts/diff.tsx';
import { histogramOf } from '../../dashboard/state/histogram.ts';
import { troublesOf } from '../../dashboard/state/machine-state.ts';
import type { MachineRow } from '../../src/server/api.ts';

const LINE = fc.constantFrom('a', 'b', 'c', '');
const TEXT = fc.array(LINE, { maxLength: 12 }).map((lines) => lines.join('\n'));

it('a difference holds both texts, whatever they are', () => {
  fc.assert(
    fc.property(TEXT, TEXT, (before, after) => {
      const lines = diffLines(before, after);
      const textOf = (without: string) =>
        lines.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('\n');
      expect([textOf('added'), textOf('removed')]).toEqual([before, after]);
    }),
  );
});

it('a line in the middle is one change', () => {
  expect(diffLines('a\nb\nc\nd', 'a\nb\nx\nc\nd').filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'added', text: 'x' },
  ]);
});

const NOW = 1_000 * 86_400_000;
const HOUR = 3_600_000;
const WELL: MachineRow = {
  id: 'm',
  host: 'ana-mbp',
  kind: 'machine',
  os: 'linux',
  agents: ['codex'],
  version: '0.1.0',
  bundle: 2,
  bundleState: 'active',
  bundleProblem: null,
  mode: 'enforce',
  seenAt: NOW - 60_000,
  decidedAt: NOW - 60_000,
  unsent: 12,
  unsentSince: NOW - 60_000,
  lost: 0,
  skewMs: 800,
  revoked: false,
};

it.each([
  [{}, []],
  [{ seenAt: NOW - 25 * HOUR }, ['silent for 25 h']],
  [{ seenAt: null, decidedAt: null }, ['its hook has decided nothing yet: hookctl doctor there']],
  [{ bundle: 1 }, ['is still on version 1']],
  [{ bundle: null }, ['has no policy of the team yet']],
  [{ bundle: null, kind: 'token' }, []],
  [{ bundleState: 'refused', bundleProblem: 'wrong key', bundle: 1 }, ['refuses the policy: wrong key']],
  [{ unsentSince: NOW - 2 * HOUR }, ['12 records unsent for 2 h']],
  [{ lost: 1 }, ['1 record deleted there before it was sent']],
  [{ skewMs: -60_000 }, ['its clock is 60 s behind']],
  [{ skewMs: 7_200_000 }, ['its clock is 2 h ahead']],
  [{ revoked: true }, ['its token was revoked or has expired']],
] as [Partial<MachineRow>, string[]][])('a machine with %j', (fields, expected) => {
  expect(
    troublesOf({ ...WELL, ...fields }, { published: 2 }, NOW).map(({ words }) => words.replaceAll('\u00a0', ' ')),
  ).toEqual(expected);
});

it('the histogram takes the shortest time that has enough decisions, and begins where the known ones do', () => {
  const minute = 60_000;
  const rows = (count: number, apartMs: number) =>
    Array.from({ length: count }, (_, place) => ({
      at: NOW - place * apartMs - 1,
      verdict: place % 10 === 0 ? ('deny' as const) : ('none' as const),
    }));
  const summary = (count: number, apartMs: number, isWhole: boolean) => {
    const { from, bars } = histogramOf(rows(count, apartMs), NOW, isWhole);
    const sum = (field: 'all' | 'refused') => bars.reduce((total, bar) => total + bar[field], 0);
    return { minutes: Math.round((NOW - from) / minute), bars: bars.length, all: sum('all'), refused: sum('refused') };
  };
  expect([
    summary(0, minute, true),
    summary(36, 1_000, true),
    summary(36, minute, true),
    summary(1_000, minute, true),
    summary(1_000, 6_000, false),
    summary(1_000, 10, false),
    summary(3, 4 * 24 * 60 * minute, true),
  ]).toEqual([
    { minutes: 5, bars: 30, all: 0, refused: 0 },
    { minutes: 5, bars: 30, all: 36, refused: 4 },
    { minutes: 30, bars: 30, all: 30, refused: 3 },
    { minutes: 30, bars: 30, all: 30, refused: 3 },
    { minutes: 5, bars: 30, all: 50, refused: 5 },
    // There are more than the thousand that are known, so it begins with the oldest of them, ten seconds ago.
    { minutes: 0, bars: 30, all: 1_000, refused: 100 },
    { minutes: 7 * 24 * 60, bars: 30, all: 2, refused: 1 },
  ]);
});
