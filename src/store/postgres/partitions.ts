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
/** Rows that one transaction deletes. */
const AT_ONCE = 10_000;
/** What is left then is deleted an hour later. */
const LONGEST_MS = 20 * 60_000;
const SESSION_DAYS = 30;

export interface Kept {
  /** Whole months that were dropped. */
  dropped: string[];
  /** Decisions that were older than their team keeps them, with their records. */
  decisions: number;
  /** Sessions without a fact for a month. */
  sessions: number;
}

/** Hourly, by the one server that gets the lock; null: another one is at it. */
export async function keepHouse(pool: Pool, now: Date, atOnce = AT_ONCE): Promise<Kept | null> {
  const all: Kept = { dropped: [], decisions: 0, sessions: 0 };
  for (const started = Date.now(); ;) {
    const done = await keepSome(pool, now, atOnce);
    if (done === null) return all.dropped.length + all.decisions + all.sessions > 0 ? all : null;
    all.dropped.push(...done.dropped);
    all.decisions += done.decisions;
    all.sessions += done.sessions;
    const isDone = done.decisions < atOnce && done.sessions < atOnce;
    if (isDone || Date.now() - started > LONGEST_MS) return all;
  }
}

/** One transaction: nobody waits long for what it locks. */
async function keepSome(pool: Pool, now: Date, atOnce: number): Promise<Kept | null> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      HOUSEKEEPING,
    ]);
    if (rows[0]?.mine !== true) return null;
    await client.query('SET LOCAL statement_timeout = 0');
    await makePartitions(client, now);
    const teams = await client.query<{ id: string; quiet: number; loud: number }>(
      'SELECT id, keep_quiet_days AS quiet, keep_loud_days AS loud FROM team ORDER BY id',
    );
    await client.query('DELETE FROM token WHERE parent IS NOT NULL AND expires_at < now()');
    const longest = Math.max(...teams.rows.flatMap(({ quiet, loud }) => [quiet, loud]));
    const before = (days: number) => new Date(now.getTime() - days * DAY);
    const dropped = teams.rows.length === 0 ? [] : await dropMonths(client, before(longest));
    let decisions = 0;
    for (const { id, quiet, loud } of teams.rows) {
      decisions += await deleteDecisions(client, id, {
        isQuiet: true,
        before: before(quiet),
        most: atOnce - decisions,
      });
      decisions += await deleteDecisions(client, id, {
        isQuiet: false,
        before: before(loud),
        most: atOnce - decisions,
      });
    }
    return { dropped, decisions, sessions: await deleteSessions(client, before(SESSION_DAYS), atOnce) };
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

interface Expired {
  isQuiet: boolean;
  before: Date;
  most: number;
}

/** With the whole lines and answers that were kept of them. */
async function deleteDecisions(client: PoolClient, team: string, { isQuiet, before, most }: Expired): Promise<number> {
  const { rowCount } = await client.query(
    `WITH gone AS (
       DELETE FROM decision WHERE (at, machine, id) IN
         (SELECT at, machine, id FROM decision WHERE team = $1 AND verdict ${isQuiet ? '=' : '<>'} 'none' AND at < $2 LIMIT $3)
       RETURNING at, machine, id
     ), records AS (
       DELETE FROM record USING gone WHERE record.at = gone.at AND record.machine = gone.machine AND record.id = gone.id
     )
     SELECT 1 FROM gone`,
    [team, before, most],
  );
  return rowCount ?? 0;
}

async function deleteSessions(client: PoolClient, before: Date, most: number): Promise<number> {
  const { rows } = await client.query<{ team: string; id: string }>(
    `DELETE FROM session WHERE (team, id) IN
       (SELECT team, id FROM session WHERE last_at < $1 ORDER BY team, id LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING team, id`,
    [before, most],
  );
  await client.query(
    'DELETE FROM fact USING unnest($1::text[], $2::text[]) AS gone(team, id) WHERE fact.team = gone.team AND session = gone.id',
    [rows.map(({ team }) => team), rows.map(({ id }) => id)],
  );
  return rows.length;
}
