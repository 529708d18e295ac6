import { Client } from 'pg';
import { DATABASE } from '../store/opened.ts';

export async function queried<R extends object = object>(url: string, sql: string): Promise<R[]> {
  return connected(url, async (client) => (await client.query<R>(sql)).rows);
}

/** While the work runs, nobody can connect to this database, and all who were connected are cut off. */
export async function unreachable(url: string, work: () => Promise<void>): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await connected(DATABASE.url, async (admin) => {
    try {
      await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      await work();
    } finally {
      await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
    }
  });
}

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
