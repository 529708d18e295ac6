import { renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newestDecisions, trailReader } from '../../src/audit/query/trail-reader.ts';
import { scratch } from '../support/scratch.ts';
import { appendLines, auditLineOf, segment } from './written-trail.ts';

const NOON = Date.UTC(2026, 10, 15, 12);
const MINUTE = 60_000;
const line = (id: string, minute: number, changes: object = {}) =>
  auditLineOf({ id, time: new Date(NOON + minute * MINUTE).toISOString(), ...changes });

const idsOf = (decisions: Iterable<{ id: string }>) => [...decisions].map(({ id }) => id);

describe('reading decisions', () => {
  it('in the order of the trail; leaves out and counts lines that are no decisions', () => {
    const state = scratch();
    appendLines(join(state, 'audit', '2026-11-14.jsonl'), [line('old', -1440)]);
    appendLines(segment(state, 1), [
      line('a', 1),
      'not json',
      '{"id":"x"}',
      line('b', 2, { time: 'never' }),
      line('c', 3),
    ]);
    appendLines(segment(state, 2), [line('d', 4)]);
    const trail = trailReader(state);
    expect(idsOf(trail.read())).toEqual(['old', 'a', 'c', 'd']);
    expect([trail.unreadable(), trail.skippedFiles()]).toEqual([3, 0]);
  });

  it('of nothing, where no hook has ever run', () => {
    const trail = trailReader(scratch());
    expect([idsOf(trail.read()), trail.unreadable()]).toEqual([[], 0]);
  });

  it('what was added since the last call, each file from where it was', () => {
    const state = scratch();
    appendLines(segment(state, 1), [line('a', 1)]);
    const { read } = trailReader(state);
    expect([idsOf(read()), idsOf(read())]).toEqual([['a'], []]);
    appendLines(segment(state, 2), [line('b', 2)]);
    appendLines(segment(state, 1), [line('late', 1)]);
    expect([idsOf(read()), idsOf(read())]).toEqual([['late', 'b'], []]);
    // Replaced: given again.
    truncateSync(segment(state, 1));
    appendLines(segment(state, 1), [line('a', 1), line('new', 3)]);
    expect(idsOf(read())).toEqual(['a', 'new']);
  });

  it('waits for the end of a line that is being written', () => {
    const state = scratch();
    appendLines(segment(state, 1), [line('a', 1)]);
    const text = JSON.stringify(line('b', 2));
    writeFileSync(segment(state, 1), text.slice(0, 50), { flag: 'a' });
    const { read } = trailReader(state);
    expect(idsOf(read())).toEqual(['a']);
    writeFileSync(segment(state, 1), `${text.slice(50)}\n`, { flag: 'a' });
    expect(idsOf(read())).toEqual(['b']);
  });

  const changes: [string, (state: string) => void, string[]][] = [
    ['is cut', (state) => truncateSync(segment(state, 1), statSync(segment(state, 1)).size / 2), ['a', 'c']],
    [
      'is replaced by a longer one',
      (state) => {
        rmSync(segment(state, 1));
        appendLines(segment(state, 1), [line('x', 10), line('y', 20), line('z', 30)]);
      },
      ['x', 'y', 'z', 'c'],
    ],
    ['is emptied', (state) => truncateSync(segment(state, 1)), ['c']],
    ['is removed', (state) => rmSync(segment(state, 1)), ['c']],
    ['gets another name', (state) => renameSync(segment(state, 1), segment(state, 7)), ['c', 'a', 'b']],
    ['all are removed', (state) => rmSync(join(state, 'audit'), { recursive: true }), []],
  ];
  it.each(changes)('a new reader sees when a file %s', (_, change, ids) => {
    const state = scratch();
    // Equal lengths, so that half of the file is one line.
    appendLines(segment(state, 1), [line('a', 1), line('b', 2)]);
    appendLines(segment(state, 2), [line('c', 25)]);
    expect(idsOf(trailReader(state).read())).toEqual(['a', 'b', 'c']);
    change(state);
    expect(idsOf(trailReader(state).read())).toEqual(ids);
  });
});

describe('reading from a time on', () => {
  function threeFiles(): string {
    const state = scratch();
    appendLines(segment(state, 1), [line('a', 0), line('b', 10), '']);
    appendLines(segment(state, 2), [line('c', 20), line('d', 30), 'torn']);
    appendLines(segment(state, 3), [line('e', 40)]);
    return state;
  }

  it.each<[number, number, string[]]>([
    [-100, 0, ['a', 'b', 'c', 'd', 'e']],
    [10, 0, ['a', 'b', 'c', 'd', 'e']],
    // A slow hook may be late by a minute.
    [11, 0, ['a', 'b', 'c', 'd', 'e']],
    [12, 1, ['c', 'd', 'e']],
    [31.5, 2, ['e']],
    [100, 3, []],
  ])('minute %d: skips %d files that end before', (minute, skipped, ids) => {
    const trail = trailReader(threeFiles(), NOON + minute * MINUTE);
    expect(idsOf(trail.read())).toEqual(ids);
    expect(trail.skippedFiles()).toBe(skipped);
  });

  it('what is added later comes from every file', () => {
    const state = threeFiles();
    const { read } = trailReader(state, NOON + 35 * MINUTE);
    expect(idsOf(read())).toEqual(['e']);
    appendLines(segment(state, 1), [line('late', 41)]);
    appendLines(segment(state, 4), [line('f', 42)]);
    expect(idsOf(read())).toEqual(['late', 'f']);
  });

  it('a file whose end cannot be read is read', () => {
    const state = threeFiles();
    appendLines(segment(state, 1), ['x'.repeat(20_000)]);
    expect(idsOf(trailReader(state, NOON + 12 * MINUTE).read())).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

it('the newest that match, oldest first, from as many files as it takes', () => {
  const state = scratch();
  for (const file of [1, 2, 3])
    appendLines(
      segment(state, file),
      Array.from({ length: 9 }, (_, at) => line(`${file}${at}`, file, at % 3 === 0 ? { session: 'mine' } : {})),
    );
  const newest = (most: number) => idsOf(newestDecisions(state, ({ session }) => session === 'mine', most));
  expect(newest(2)).toEqual(['33', '36']);
  expect(newest(5)).toEqual(['23', '26', '30', '33', '36']);
  expect(newest(50)).toHaveLength(9);
});
