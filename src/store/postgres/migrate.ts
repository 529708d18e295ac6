import { createHash } from 'node:crypto';
import { inTransaction, type Pool } from './driver.ts';
import { type Migration, MIGRATIONS } from './migrations/index.ts';
import { makePartitions } from './partitions.ts';

/** A lock of ours on the whole database; no other program uses this number by chance. */
const MIGRATING = 4_680_001;

/** Brings the tables up to date; of servers that start at once, one does it and the others wait. Returns what was applied. */
export async function migrate(pool: Pool, migrations: readonly Migration[] = MIGRATIONS): Promise<string[]> {
  return inTransaction(pool, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATING]);
    await client.query(
      `CREATE TABLE IF NOT EXISTS migration
         (version int PRIMARY KEY, name text NOT NULL, hash text NOT NULL, at timestamptz NOT NULL DEFAULT now())`,
    );
    const { rows } = await client.query<{ version: number; hash: string }>('SELECT version, hash FROM migration');
    const applied = new Map(rows.map(({ version, hash }) => [version, hash]));
    const newest = Math.max(0, ...applied.keys());
    const newestKnown = migrations.at(-1)?.version ?? 0;
    if (newest > newestKnown)
      throw new WrongSchema(
        `the database has the tables of a newer hookctl (${newest}, this one knows ${newestKnown}): upgrade hookctl`,
      );
    const done: string[] = [];
    for (const { version, name, sql } of migrations) {
      const hash = createHash('sha256').update(sql).digest('hex');
      const before = applied.get(version);
      if (before === hash) continue;
      if (before !== undefined)
        throw new WrongSchema(
          `migration ${version} (${name}) was applied with another text: this database was made by another build of hookctl`,
        );
      await client.query(sql);
      await client.query('INSERT INTO migration (version, name, hash) VALUES ($1, $2, $3)', [version, name, hash]);
      done.push(`${version} ${name}`);
    }
    await makePartitions(client, new Date());
    return done;
  });
}

/**
 * The tables are not those of this version.
 * @internal
 */
export class WrongSchema extends Error {
  override readonly name = 'WrongSchema';
}
