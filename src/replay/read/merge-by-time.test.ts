import { describe, expect, it } from 'vitest';
import type { PastEvent } from '../../adapters/past-event.ts';
import { mergeByTime } from './merge-by-time.ts';

/** An event is its time and its file. */
function source(file: string, stretches: number[][]): Iterator<PastEvent[]> {
  return stretches.map((times) => times.map((at) => ({ at, where: { file } }) as PastEvent)).values();
}

function merged(...sources: Iterator<PastEvent[]>[]): string[] {
  return [...mergeByTime(sources)].flat().map(({ at, where }) => `${where.file}${at}`);
}

describe('the files of one session', () => {
  it.each<[string, number[][], number[][], string[]]>([
    ['one after the other', [[1, 2]], [[3, 4]], ['a1', 'a2', 'b3', 'b4']],
    ['woven together', [[1, 4], [5]], [[2, 3, 6]], ['a1', 'b2', 'b3', 'a4', 'a5', 'b6']],
    ['the order within a file stays, also where its clock goes back', [[3, 1, 2]], [[2]], ['b2', 'a3', 'a1', 'a2']],
    ['stretches without events', [[], [], [2]], [[1], []], ['b1', 'a2']],
    ['a file without events', [[]], [[1]], ['b1']],
    ['at the same time: the first file first', [[1], [1]], [[1]], ['a1', 'a1', 'b1']],
  ])('%s', (_, a, b, order) => {
    expect(merged(source('a', a), source('b', b))).toEqual(order);
  });

  it('a stretch without events gives others a turn', () => {
    expect([...mergeByTime([source('a', [[], [], [1]])])].map((events) => events.length)).toEqual([0, 0, 1]);
  });
});
