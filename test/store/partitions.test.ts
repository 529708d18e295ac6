import { describe, expect, it } from 'vitest';
import type { Pool } from '../../src/store/postgres/driver.ts';
import { keepHouse, makePartitions } from '../../src/store/postgres/partitions.ts';
import { DATABASE, freshDatabase } from './opened.ts';

const DAY = 86_400_000;
const NOW = new Date(Date.UTC(2031, 4, 20, 12));
const ago = (days: number) => new Date(NOW.getTime() - days * DAY);

async function partitionsOf(pool: Pool, table: string): Promise<string[]> {
  const sql = 'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1';
  return (await pool.query<{ name: string }>(sql, [table])).rows.map(({ name }) => name);
}

/** A decision with the whole line that was kept of it. */
async function put(
  pool: Pool,
  id: string,
  { at, verdict, team = 'acme' }: { at: Date; verdict: string; team?: string },
) {
  await pool.query(
    `INSERT INTO decision (at, machine, id, team, session, agent, event, verdict, rules, what, took_us)
     VALUES ($1, 1, $2, $3, 's', 'a', 'e', $4, '{}', '', 0)`,
    [at, id, team, verdict],
  );
  await pool.query("INSERT INTO record (at, machine, id, line, answer) VALUES ($1, 1, $2, 'line', '')", [at, id]);
}

async function idsIn(pool: Pool, table: string): Promise<string[]> {
  return (await pool.query<{ id: string }>(`SELECT id FROM ${table} ORDER BY id`)).rows.map(({ id }) => id);
}

describe.skipIf(DATABASE.url === '')('months and retention', () => {
  it('makes the month before, this one and the next two, in both tables, once', async () => {
    const { pool } = await freshDatabase();
    const before = await partitionsOf(pool, 'decision');
    for (let times = 0; times < 2; times++) await keepHouse(pool, NOW);
    for (const table of ['decision', 'record']) {
      const made = ['2031_04', '2031_05', '2031_06', '2031_07'].map((month) => `${table}_${month}`);
      const names = await partitionsOf(pool, table);
      expect(names).toEqual(expect.arrayContaining([...made, `${table}_odd`]));
    }
    expect(before).toHaveLength(5);
  });

  it('deletes what each team does not keep any longer, whole lines included; drops months; leaves the rest', async () => {
    const { pool } = await freshDatabase();
    await pool.query("INSERT INTO team (id, keep_quiet_days, keep_loud_days) VALUES ('brief', 2, 5)");
    await makePartitions(pool, ago(500));
    await makePartitions(pool, NOW);
    await put(pool, 'quiet-new', { at: ago(29), verdict: 'none' });
    await put(pool, 'quiet-old', { at: ago(31), verdict: 'none' });
    await put(pool, 'loud-new', { at: ago(100), verdict: 'deny' });
    await put(pool, 'loud-old', { at: ago(401), verdict: 'deny' });
    await put(pool, 'month-old', { at: ago(500), verdict: 'deny' });
    await put(pool, 'brief-quiet', { at: ago(3), verdict: 'none', team: 'brief' });
    await put(pool, 'brief-loud', { at: ago(4), verdict: 'ask', team: 'brief' });
    await put(pool, 'brief-old', { at: ago(6), verdict: 'ask', team: 'brief' });
    // A clock that was wrong.
    await put(pool, 'odd', { at: ago(-400), verdict: 'none' });
    const kept = await keepHouse(pool, NOW, 2);
    expect(kept).toMatchObject({ decisions: 4, sessions: 0 });
    expect(kept?.dropped).toEqual(expect.arrayContaining(['decision_2030_01', 'record_2030_01']));
    const left = ['brief-loud', 'loud-new', 'odd', 'quiet-new'];
    expect([await idsIn(pool, 'decision'), await idsIn(pool, 'record')]).toEqual([left, left]);
    expect(await partitionsOf(pool, 'decision')).not.toContain('decision_2030_01');
  });

  it('sessions without a fact for a month go, with their facts', async () => {
    const { pool } = await freshDatabase();
    for (const [id, at] of [
      ['old', ago(31)],
      ['new', ago(29)],
    ] as const) {
      await pool.query("INSERT INTO session (team, id, fold, last_at) VALUES ('acme', $1, 1, $2)", [id, at]);
      await pool.query("INSERT INTO fact (team, session, seq, body) VALUES ('acme', $1, 1, '{}')", [id]);
    }
    expect(await keepHouse(pool, NOW)).toMatchObject({ sessions: 1 });
    const { rows } = await pool.query(
      'SELECT session.id, fact.session FROM session FULL JOIN fact ON fact.session = id',
    );
    expect(rows).toEqual([{ id: 'new', session: 'new' }]);
  });

  it('one server at a time', async () => {
    const { pool } = await freshDatabase();
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT pg_advisory_xact_lock(4680002)');
      expect(await keepHouse(pool, NOW)).toBeNull();
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect(await keepHouse(pool, NOW)).not.toBeNull();
  });
});
