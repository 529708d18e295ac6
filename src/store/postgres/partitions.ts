import { inTransaction, type Pool, type PoolClient } from './driver.ts';

/** One partition a month for both tables; a row of another time goes to the DEFAULT partition. */
const TABLES = ['decision', 'record'] as const;

/** This month and the next two, where they are missing. */
export async function makePartitions(client: Pick<PoolClient, 'query'>, now: Date): Promise<void> {
  for (const ahead of [-1, 0, 1, 2]) {
    const [from, to] = [firstOfMonth(now, ahead), firstOfMonth(now, ahead + 1)];
    for (const table of TABLES) {
      const name = `${table}_${from.slice(0, 4)}_${from.slice(5, 7)}`;
      const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [name]);
      if (rows[0]?.there === true || (await isTakenByDefault(client, table, from, to))) continue;
      await client.query(`CREATE TABLE ${name} PARTITION OF ${table} FOR VALUES FROM ('${from}') TO ('${to}')`);
    }
  }
}

/** A clock that was wrong has put rows of this month into the DEFAULT partition: PostgreSQL then refuses the new one, and the rows stay there. */
async function isTakenByDefault(
  client: Pick<PoolClient, 'query'>,
  table: string,
  from: string,
  to: string,
): Promise<boolean> {
  const { rows } = await client.query(`SELECT 1 FROM ${table}_odd WHERE at >= $1 AND at < $2 LIMIT 1`, [from, to]);
  return rows.length > 0;
}

function firstOfMonth(now: Date, ahead: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)).toISOString();
}

/** A lock of ours on the whole database. */
const HOUSEKEEPING = 4_680_002;

const DAY = 86_400_000;
/** Rows that one statement deletes. */
const AT_ONCE = 10_000;

export interface Kept {
  /** Whole months that were dropped. */
  dropped: string[];
  /** Quiet decisions, and sessions without a fact for a month. */
  quiet: number;
  sessions: number;
}

/** Hourly, by the one server that gets the lock; null: another one is at it. */
export async function keepHouse(pool: Pool, now: Date): Promise<Kept | null> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      HOUSEKEEPING,
    ]);
    if (rows[0]?.mine !== true) return null;
    await client.query('SET LOCAL statement_timeout = 0');
    await makePartitions(client, now);
    const keep = await client.query<{ quiet: number | null; loud: number | null }>(
      'SELECT max(keep_quiet_days) AS quiet, max(keep_loud_days) AS loud FROM team',
    );
    const { quiet, loud } = keep.rows[0] ?? { quiet: null, loud: null };
    const dropped = loud === null ? [] : await dropMonths(client, new Date(now.getTime() - loud * DAY));
    return {
      dropped,
      quiet:
        quiet === null
          ? 0
          : await deleteSome(client, 'decision', "verdict = 'none' AND at < $1", new Date(now.getTime() - quiet * DAY)),
      sessions: await deleteSessions(client, new Date(now.getTime() - 30 * DAY)),
    };
  });
}

/** Months that ended before this. */
async function dropMonths(client: PoolClient, before: Date): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent IN ('decision'::regclass, 'record'::regclass)`,
  );
  const old = rows.flatMap(({ name }) => {
    const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? [];
    return year !== undefined && Date.UTC(Number(year), Number(month), 1) <= before.getTime() ? [name] : [];
  });
  for (const name of old) await client.query(`DROP TABLE ${name}`);
  return old.sort();
}

async function deleteSome(client: PoolClient, table: string, where: string, before: Date): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM ${table} WHERE (at, machine, id) IN (SELECT at, machine, id FROM ${table} WHERE ${where} LIMIT ${AT_ONCE})`,
    [before],
  );
  return rowCount ?? 0;
}

async function deleteSessions(client: PoolClient, before: Date): Promise<number> {
  const { rows } = await client.query<{ team: string; id: string }>(
    `DELETE FROM session WHERE (team, id) IN
       (SELECT team, id FROM session WHERE last_at < $1 ORDER BY team, id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED) RETURNING team, id`,
    [before],
  );
  await client.query(
    'DELETE FROM fact USING unnest($1::text[], $2::text[]) AS gone(team, id) WHERE fact.team = gone.team AND session = gone.id',
    [rows.map(({ team }) => team), rows.map(({ id }) => id)],
  );
  return rows.length;
}
