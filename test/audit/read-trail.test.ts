import { nodeSystem } from '../../src/system/node/system.ts';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTrail, readTrailFile, trailFiles } from '../../src/audit/query/read-trail.ts';
import { scratch } from '../support/scratch.ts';

const line = (id: string, more: object = {}) =>
  JSON.stringify({ id, time: '2026-11-15T12:00:00.000Z', session: 's', hits: [], ...more });

function trail(files: Record<string, string>): string {
  const state = scratch();
  mkdirSync(join(state, 'audit'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(state, 'audit', name), text);
  return state;
}

const told = (state: string, from?: { file: string; offset: number }) =>
  [...readTrail(state, from)].map(({ file, line: number, record, problem }) => [
    file.slice(state.length + 7),
    number,
    record?.id ?? problem,
  ]);

it('gives the files of older versions first, then the segments', () => {
  const state = trail({
    'trail-1000000.jsonl': `${line('e')}\n`,
    'trail-000002.jsonl': `${line('d')}\n`,
    'trail-000001.jsonl': `${line('c')}\n`,
    '2026-11-15.jsonl': `${line('b')}\n`,
    '2026-11-14.jsonl': `${line('a')}\n`,
    'trail.sqlite': 'no line of ours\n',
  });
  expect(told(state).map(([, , id]) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(trailFiles(nodeSystem, join(state, 'nowhere'))).toEqual([]);
});

it('says what is no record, finds one behind half of another, and leaves out what is not finished', () => {
  const half = line('half').slice(0, 40);
  const state = trail({
    'trail-000001.jsonl': `${line('a')}\n${half}\n\nhello\n${half}${line('ä', { payload: { id: 'x' } })}\n${half}`,
  });
  const torn = 'an unfinished record: the hook that wrote it was killed';
  expect(told(state)).toEqual([
    ['trail-000001.jsonl', 1, 'a'],
    ['trail-000001.jsonl', 2, torn],
    ['trail-000001.jsonl', 4, 'not a record'],
    ['trail-000001.jsonl', 5, torn],
    ['trail-000001.jsonl', 5, 'ä'],
  ]);
});

it('half a character and a few bytes of several records are what killed hooks leave', () => {
  const whole = line('é', { reason: 'é' });
  const half = Buffer.from(line('é')).subarray(0, 8);
  const state = trail({ 'trail-000001.jsonl': '' });
  const file = trailFiles(nodeSystem, state)[0]!;
  for (const bytes of [half, '{{"i', half, whole]) appendFileSync(file, bytes);
  for (const bytes of ['\n{{"id\n', half, '\n', Buffer.from([0xc3]), '\n']) appendFileSync(file, bytes);
  const torn = 'an unfinished record: the hook that wrote it was killed';
  expect(told(state).map(([, number, what]) => [number, what])).toEqual([
    [1, torn],
    [1, 'é'],
    [2, torn],
    [3, torn],
    [4, 'not a record'],
  ]);
  const [before, record] = [...readTrail(state)];
  expect([before?.length, record?.offset, record?.length]).toEqual([20, 20, Buffer.byteLength(whole) + 1]);
});

it('goes on where an earlier run has stopped', () => {
  const state = trail({ '2026-11-15.jsonl': `${line('a')}\n`, 'trail-000001.jsonl': `${line('é'.repeat(200_000))}\n` });
  const last = [...readTrail(state)].at(-1);
  if (last === undefined) throw new Error('no entry');
  const rest = { file: last.file, offset: last.offset + last.length };
  expect(told(state, rest)).toEqual([]);
  appendFileSync(last.file, `${line('b')}\n`);
  expect(told(state, rest).map(([, , id]) => id)).toEqual(['b']);
  expect([...readTrailFile(last.file, rest.offset)].map(({ record }) => record?.id)).toEqual(['b']);
});

it('gives lines of older versions the newer fields', () => {
  const state = trail({ '2026-11-15.jsonl': `${line('a')}\n` });
  expect([...readTrail(state)][0]?.record).toMatchObject({
    policy: null,
    payload: null,
    payloadCut: false,
    chain: null,
  });
});
