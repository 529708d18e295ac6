import { spawnSync } from 'node:child_process';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { recordId } from '../../src/audit/record/record-id.ts';
import type { Fact } from '../../src/session/state.ts';
import { openDatabase, type Pool } from '../../src/store/postgres/driver.ts';
import { migrate, WrongSchema } from '../../src/store/postgres/migrate.ts';
import { MIGRATIONS } from '../../src/store/postgres/migrations/index.ts';
import { postgresUnits } from '../../src/store/postgres/unit-store.ts';
import { AlreadyStored, StoreAway, type Unit } from '../../src/store/store.ts';
import { ROOT } from '../support/hookctl.ts';
import { DATABASE, emptyDatabase, freshDatabase } from './opened.ts';
import { recordAt, refusal, storedDecision } from './records.ts';

const T0 = Date.now();
const fact = (at: number): Fact => ({ kind: 'count', counter: 'n', key: '', at });

async function counts(pool: Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM decision) AS decisions, (SELECT count(*)::int FROM record) AS records,
       (SELECT count(*)::int FROM fact) AS facts, (SELECT coalesce(sum(hits), 0)::int FROM tally) AS hits`,
  );
  return rows[0] ?? {};
}

/** One event: it counts, and is put on record with an answer. */
function event(id: string, answer: string) {
  return (unit: Unit) => {
    unit.sessions.append('s', [fact(1)]);
    unit.add({ ...storedDecision(recordAt(T0, { session: 's', ...refusal('no-x') }), id), answer });
    return answer;
  };
}

/** A way to the database that may stop to let anything through, without closing anything. */
async function mutableProxy(url: string): Promise<{ url: string; mute: () => void; unmute: () => void }> {
  const target = new URL(url);
  let isMute = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('data', (chunk) => {
        if (!isMute) to.write(chunk);
      });
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const near = new URL(url);
  near.hostname = '127.0.0.1';
  near.port = String((server.address() as AddressInfo).port);
  return { url: near.href, mute: () => (isMute = true), unmute: () => (isMute = false) };
}

describe.skipIf(DATABASE.url === '')('units of work on PostgreSQL', () => {
  it('a database that says nothing any more is given up, and used again when it answers', async () => {
    const { url } = await freshDatabase();
    const proxy = await mutableProxy(url);
    const pool = await openDatabase({ url: proxy.url, answerMs: 3_000 });
    onTestFinished(() => pool.end());
    const units = postgresUnits({ pool, server: 'a' });
    const request = { team: 'acme', sessions: ['s'], repeated: [] };
    await units.unit(request, event(recordId(T0), 'one'));
    proxy.mute();
    await expect(units.unit(request, event(recordId(T0), 'two'))).rejects.toBeInstanceOf(StoreAway);
    proxy.unmute();
    expect(await units.unit(request, event(recordId(T0), 'three'))).toBe('three');
    expect(await counts(pool)).toMatchObject({ decisions: 2, facts: 2 });
  });

  it('work that throws leaves nothing, in the database or in memory', async () => {
    const { pool } = await freshDatabase();
    const units = postgresUnits({ pool, server: 'a' });
    const request = { team: 'acme', sessions: ['s'], repeated: [] };
    await units.unit(request, event(recordId(T0), 'one'));
    const before = await counts(pool);
    const failing = units.unit(request, (unit) => {
      event(recordId(T0 + 1), 'two')(unit);
      throw new Error('judging failed');
    });
    await expect(failing).rejects.toThrow('judging failed');
    expect(await counts(pool)).toEqual(before);
    expect(await units.unit(request, ({ sessions }) => sessions.fold('s').length)).toBe(1);
  });

  it('a repeated record gets the answer that was stored, and counts once', async () => {
    const { pool } = await freshDatabase();
    const [one, two] = ['a', 'b'].map((server) => postgresUnits({ pool, server }));
    const id = recordId(T0);
    const { key } = storedDecision(recordAt(T0), id);
    await one?.unit({ team: 'acme', sessions: ['s'], repeated: [] }, event(id, 'the answer'));
    const request = { team: 'acme', sessions: ['s'], repeated: [key] };
    expect(await two?.unit(request, (unit) => unit.answerOf(key) ?? event(id, 'another')(unit))).toBe('the answer');
    expect(await counts(pool)).toEqual({ decisions: 1, records: 1, facts: 1, hits: 1 });
  });

  it('a record that is there already is an error, never ignored: its facts would count twice', async () => {
    const { pool } = await freshDatabase();
    const units = postgresUnits({ pool, server: 'a' });
    const request = { team: 'acme', sessions: ['s'], repeated: [] };
    const id = recordId(T0);
    await units.unit(request, event(id, 'one'));
    await expect(units.unit(request, event(id, 'two'))).rejects.toThrow(AlreadyStored);
    expect(await counts(pool)).toEqual({ decisions: 1, records: 1, facts: 1, hits: 1 });
  });

  it('so is a quiet one, of which there is only the lean row', async () => {
    const { pool } = await freshDatabase();
    const units = postgresUnits({ pool, server: 'a' });
    const request = { team: 'acme', sessions: ['s'], repeated: [] };
    const quiet = { ...storedDecision(recordAt(T0, { session: 's' }), recordId(T0)), text: null };
    const put = () =>
      units.unit(request, (unit) => {
        unit.sessions.append('s', [fact(1)]);
        unit.add(quiet);
      });
    await put();
    await expect(put()).rejects.toThrow(AlreadyStored);
    expect(await counts(pool)).toEqual({ decisions: 1, records: 0, facts: 1, hits: 0 });
  });

  it('the same id of two machines is two records', async () => {
    const { pool } = await freshDatabase();
    const units = postgresUnits({ pool, server: 'a' });
    const id = recordId(T0);
    for (const machine of [1, 2])
      await units.unit({ team: 'acme', sessions: [], repeated: [] }, (unit) =>
        unit.add(storedDecision(recordAt(T0), id, machine)),
      );
    expect(await counts(pool)).toMatchObject({ decisions: 2 });
  });

  it('sessions of many units in any order: no deadlock, and each unit sees what was stored before it', async () => {
    const { pool } = await freshDatabase();
    const servers = ['a', 'b', 'c'].map((server) => postgresUnits({ pool, server }));
    const names = ['x', 'y', 'z'];
    const seen: number[] = [];
    const jobs = Array.from({ length: 60 }, async (_, index) => {
      const sessions = index % 2 === 0 ? names : names.toReversed();
      await servers[index % 3]?.unit({ team: 'acme', sessions, repeated: [] }, (unit) => {
        seen.push(unit.sessions.fold('x').length);
        for (const name of names) unit.sessions.append(name, [fact(index)]);
      });
    });
    await Promise.all(jobs);
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index));
  });

  it('a lost connection is "not known", and the next unit works', async () => {
    const { pool } = await freshDatabase();
    const units = postgresUnits({ pool, server: 'a' });
    const request = { team: 'acme', sessions: ['s'], repeated: [] };
    const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name');
    const lost = units.unit(request, (unit) => {
      // Everything that this database has open is cut off while the work is under way; the work itself is synchronous.
      const script = `import pg from 'pg'; const c = new pg.Client(process.argv[1]); await c.connect();
        await c.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [process.argv[2]]); await c.end();`;
      const args = ['--input-type=module', '-e', script, DATABASE.url, rows[0]?.name ?? ''];
      expect(spawnSync(process.execPath, args, { cwd: ROOT }).status).toBe(0);
      event(recordId(T0), 'one')(unit);
    });
    await expect(lost).rejects.toThrow(StoreAway);
    expect(await units.unit(request, event(recordId(T0 + 1), 'two'))).toBe('two');
    expect(await counts(pool)).toMatchObject({ decisions: 1, facts: 1 });
  });

  it('a database that is not there is "away"', async () => {
    const pool = await openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' });
    const request = { team: 'acme', sessions: ['s'], repeated: [] };
    await expect(postgresUnits({ pool, server: 'a' }).unit(request, () => 0)).rejects.toThrow(StoreAway);
    await pool.end();
  });
});

describe.skipIf(DATABASE.url === '')('tables', () => {
  it('servers that start at once: one makes the tables, and another start changes nothing', async () => {
    const { pool } = await emptyDatabase();
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(pool)));
    expect(applied.flat()).toEqual(MIGRATIONS.map(({ version, name }) => `${version} ${name}`));
    expect(await migrate(pool)).toEqual([]);
  });

  it('an applied migration with another text, and tables of a newer version, are refused', async () => {
    const { pool } = await freshDatabase();
    const changed = MIGRATIONS.map((one) => ({ ...one, sql: `${one.sql} -- changed` }));
    await expect(migrate(pool, changed)).rejects.toThrow(WrongSchema);
    await pool.query("INSERT INTO migration (version, name, hash) VALUES (999, 'later', '')");
    await expect(migrate(pool)).rejects.toThrow('upgrade hookctl');
  });

  it('a month has its partition, and a wrong clock goes to the one for odd times', async () => {
    const { pool } = await freshDatabase();
    const units = postgresUnits({ pool, server: 'a' });
    const put = (at: number) =>
      units.unit({ team: 'acme', sessions: [], repeated: [] }, (unit) =>
        unit.add(storedDecision(recordAt(at), recordId(at))),
      );
    await put(T0);
    await put(Date.UTC(1999, 0, 1));
    const { rows } = await pool.query<{ name: string }>(
      'SELECT tableoid::regclass::text AS name FROM decision ORDER BY at',
    );
    const now = new Date(T0).toISOString();
    expect(rows.map(({ name }) => name)).toEqual(['decision_odd', `decision_${now.slice(0, 4)}_${now.slice(5, 7)}`]);
  });
});
