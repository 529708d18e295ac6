import { randomBytes } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { openDatabase, type Pool } from '../../src/store/postgres/driver.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import '../support/start-database.ts';

export const DATABASE = inject('database');

/** A database of one's own with our tables, gone when the test is. */
export async function freshDatabase(): Promise<{ url: string; pool: Pool }> {
  const { url, pool } = await emptyDatabase();
  await migrate(pool);
  await pool.query("INSERT INTO team (id) VALUES ('acme')");
  await pool.query("INSERT INTO machine (team, id, host) VALUES ('acme', 'm1', 'host-1')");
  return { url, pool };
}

export async function emptyDatabase(): Promise<{ url: string; pool: Pool }> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  const admin = await openDatabase({ url: DATABASE.url, most: 1 });
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(DATABASE.url);
  url.pathname = `/${name}`;
  const pool = await openDatabase({ url: url.href });
  onTestFinished(async () => {
    await pool.end();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  });
  return { url: url.href, pool };
}
