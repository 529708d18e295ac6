import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, it } from 'vitest';
import { databaseTrouble, indexPath, loadDatabase } from '../../src/audit/query/database.ts';
import type { Filter } from '../../src/audit/query/filter.ts';
import { withTrailIndex } from '../../src/audit/query/open.ts';
import { scratch } from '../support/scratch.ts';
import { appendLines, auditLineOf, segment } from './written-trail.ts';

const line = (id: string, at: number, changes: object = {}) =>
  auditLineOf({ id, time: new Date(Date.UTC(2026, 10, 15) + at).toISOString(), ...changes });

interface Asked {
  ids: string[];
  unreadable: number;
  remarks: string[];
}

async function ask(state: string, filter: Filter = {}, load = loadDatabase): Promise<Asked> {
  const remarks: string[] = [];
  const tell = (remark: string) => void remarks.push(remark.replaceAll(state, '@'));
  const found = await withTrailIndex({ stateDirectory: state, tell, load }, (index) => ({
    ids: [...index.select(filter)].map(({ id }) => id),
    unreadable: index.unreadable(),
  }));
  return { ...found, remarks };
}

/** What is in the database itself, whoever has put it there. */
function stored(state: string): string[] {
  const database = new Libsql(indexPath(state));
  try {
    return (database.prepare('SELECT id FROM decisions ORDER BY at').all([]) as { id: string }[]).map(({ id }) => id);
  } finally {
    database.close();
  }
}

const none = { unreadable: 0, remarks: [] };

describe('the index of the trail', () => {
  it('is made from the trail, for its owner alone, and leaves nothing else behind', async () => {
    const state = scratch();
    appendLines(segment(state, 1), [line('a', 1), line('b', 2)]);
    expect(await ask(state)).toEqual({ ids: ['a', 'b'], ...none });
    expect(stored(state)).toEqual(['a', 'b']);
    expect(statSync(indexPath(state)).mode & 0o777).toBe(0o600);
    expect(readdirSync(state).sort()).toEqual(['audit', 'index.sqlite']);
  });

  it('is not made where no hook has ever run', async () => {
    const state = scratch();
    expect(await ask(state)).toEqual({ ids: [], ...none });
    expect(readdirSync(state)).toEqual([]);
  });

  it('takes in what was added, and only that', async () => {
    const state = scratch();
    appendLines(segment(state, 1), [line('a', 1)]);
    await ask(state);
    // What the index knows of the first line is not read again: a mark in the database stays.
    const database = new Libsql(indexPath(state));
    database.exec("UPDATE decisions SET id = 'kept'");
    database.close();
    appendLines(segment(state, 1), [line('b', 2)]);
    appendLines(segment(state, 2), [line('c', 3)]);
    expect(await ask(state)).toEqual({ ids: ['kept', 'b', 'c'], ...none });
  });

  it('waits for the end of a line that is being written', async () => {
    const state = scratch();
    appendLines(segment(state, 1), [line('a', 1)]);
    const text = JSON.stringify(line('b', 2));
    writeFileSync(segment(state, 1), text.slice(0, 50), { flag: 'a' });
    expect((await ask(state)).ids).toEqual(['a']);
    writeFileSync(segment(state, 1), `${text.slice(50)}\n`, { flag: 'a' });
    expect(await ask(state)).toEqual({ ids: ['a', 'b'], ...none });
  });

  it('counts lines that are no decisions', async () => {
    const state = scratch();
    appendLines(segment(state, 1), [
      line('a', 1),
      'not json',
      '{"id":"x"}',
      line('b', 2, { time: 'never' }),
      line('c', 3),
    ]);
    expect(await ask(state)).toEqual({ ids: ['a', 'c'], unreadable: 3, remarks: [] });
    expect((await ask(state)).unreadable).toBe(3);
  });

  const changes: [string, (state: string) => void, string[]][] = [
    ['is cut', (state) => truncateSync(segment(state, 1), statSync(segment(state, 1)).size / 2), ['a', 'c']],
    [
      'is replaced by a longer one',
      (state) => {
        rmSync(segment(state, 1));
        appendLines(segment(state, 1), [line('x', 10), line('y', 20), line('z', 30)]);
      },
      ['x', 'y', 'c', 'z'],
    ],
    ['is emptied', (state) => truncateSync(segment(state, 1)), ['c']],
    ['is removed', (state) => rmSync(segment(state, 1)), ['c']],
    ['gets another name', (state) => renameSync(segment(state, 1), segment(state, 7)), ['a', 'b', 'c']],
    ['all are removed', (state) => rmSync(join(state, 'audit'), { recursive: true }), []],
  ];
  it.each(changes)('notices when a file %s', async (_, change, ids) => {
    const state = scratch();
    // Equal lengths, so that half of the file is one line.
    appendLines(segment(state, 1), [line('a', 1), line('b', 2)]);
    appendLines(segment(state, 2), [line('c', 25)]);
    await ask(state);
    change(state);
    expect(await ask(state)).toEqual({ ids, ...none });
    expect(stored(state)).toEqual(ids);
  });

  const faults: [string, (path: string) => void, RegExp | null][] = [
    ['is removed', (path) => rmSync(path), null],
    [
      'is no database',
      (path) => writeFileSync(path, 'something else '.repeat(100)),
      /^the index @\/index\.sqlite is broken \(.+\); it was made again$/,
    ],
    ['is empty', (path) => truncateSync(path), null],
    [
      'has damaged pages',
      (path) => {
        const { size } = statSync(path);
        writeFileSync(path, Buffer.alloc(size - 100, 0x5a), { flag: 'r+', flush: true });
      },
      /is broken/,
    ],
    [
      'has another layout',
      (path) => {
        const database = new Libsql(path);
        database.exec('DROP TABLE decisions; PRAGMA user_version = 99');
        database.close();
      },
      null,
    ],
    [
      'is a link to something else',
      (path) => {
        rmSync(path);
        symlinkSync('/nonexistent/elsewhere', path);
      },
      null,
    ],
  ];
  it.each(faults)('is made again when it %s', async (_, damage, remark) => {
    const state = scratch();
    appendLines(segment(state, 1), [line('a', 1), line('b', 2)]);
    await ask(state);
    damage(indexPath(state));
    const { remarks, ...rest } = await ask(state);
    expect(rest).toEqual({ ids: ['a', 'b'], unreadable: 0 });
    expect(remarks).toEqual(remark === null ? [] : [expect.stringMatching(remark)]);
    expect(stored(state)).toEqual(['a', 'b']);
    expect((await ask(state)).remarks).toEqual([]);
  });

  it('where it cannot be put the trail is read without it, and that is told', async () => {
    const state = scratch();
    appendLines(segment(state, 1), [line('a', 1)]);
    mkdirSync(join(indexPath(state), 'in the way'), { recursive: true });
    expect(await ask(state)).toEqual({
      ids: ['a'],
      unreadable: 0,
      remarks: [expect.stringMatching(/^the index @\/index\.sqlite is unusable \(.+\); the trail is read without it$/)],
    });
    expect(readdirSync(state).sort()).toEqual(['audit', 'index.sqlite']);
  });

  it('is made again when it breaks in the middle of an answer', async () => {
    const state = scratch();
    appendLines(segment(state, 1), [line('a', 1)]);
    await ask(state);
    let times = 0;
    const answer = await withTrailIndex({ stateDirectory: state, tell: () => undefined }, (index) => {
      if (++times === 1) throw Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' });
      return [...index.select({})].map(({ id }) => id);
    });
    expect({ answer, times }).toEqual({ answer: ['a'], times: 2 });
  });

  it('an error that is not the database is not taken for one', async () => {
    const state = scratch();
    appendLines(segment(state, 1), [line('a', 1)]);
    const asked = withTrailIndex({ stateDirectory: state, tell: () => undefined }, () => {
      throw new TypeError('ours');
    });
    await expect(asked).rejects.toThrow('ours');
    expect(databaseTrouble(new TypeError('ours'))).toBe(null);
  });

  it('where the library cannot be loaded the trail is read, and that is told', async () => {
    const state = scratch();
    appendLines(segment(state, 1), [line('a', 1), line('b', 2, { verdict: 'deny' })]);
    const load = () => Promise.reject(new Error('no native code for this platform\nstack'));
    expect(await ask(state, { verdicts: ['deny'] }, load)).toEqual({
      ids: ['b'],
      unreadable: 0,
      remarks: [
        'the SQLite library cannot be loaded here (no native code for this platform); the trail is read without an index',
      ],
    });
    expect(existsSync(indexPath(state))).toBe(false);
  });

  it('what comes after it is told without it, each file from where it was', async () => {
    const state = scratch();
    appendLines(segment(state, 1), [line('a', 1)]);
    const tail = await withTrailIndex({ stateDirectory: state, tell: () => undefined }, (index) => index.tail());
    rmSync(indexPath(state));
    const ids = () => tail().map(({ id }) => id);
    expect(ids()).toEqual([]);
    appendLines(segment(state, 2), [line('b', 2)]);
    appendLines(segment(state, 1), [line('late', 1)]);
    expect(ids()).toEqual(['late', 'b']);
    expect(ids()).toEqual([]);
    // Replaced: given again, whoever follows knows the ids.
    truncateSync(segment(state, 1));
    appendLines(segment(state, 1), [line('a', 1), line('new', 3)]);
    expect(ids()).toEqual(['a', 'new']);
    expect(existsSync(indexPath(state))).toBe(false);
  });
});
