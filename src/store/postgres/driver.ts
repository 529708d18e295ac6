import type * as Driver from 'pg';
import type { Pool, PoolClient, PoolConfig, QueryResult } from 'pg';
import { StoreAway } from '../store.ts';

export type { Pool, PoolClient };

export interface DatabaseOptions {
  url: string;
  /** Connections of this process. */
  most?: number;
  /** Milliseconds until a statement without an answer counts as lost; null: never, for what may take long. */
  answerMs?: number | null;
}

/** Longer than a statement may take there: the database says itself what it has given up, as long as it says anything. */
const ANSWER_MS = 20_000;

/** The package `pg` is an optional peer: only a team server needs it. */
export async function openDatabase({ url, most = 6, answerMs = ANSWER_MS }: DatabaseOptions): Promise<Pool> {
  const { default: pg } = await loadDriver();
  const config: PoolConfig = {
    connectionString: url,
    max: most,
    application_name: 'hookctl',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    // A database that vanished without a word, or a pooler that waits for it, would hold our connections for a quarter of an hour.
    ...(answerMs === null ? {} : { query_timeout: answerMs }),
  };
  const pool = new pg.Pool(config);
  // `pool.on('error')` covers idle clients only; a client that loses its connection while it works would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  pool.on('error', () => undefined);
  return pool;
}

async function loadDriver(): Promise<{ default: typeof Driver.default }> {
  try {
    return await import('pg');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new MissingDriver();
  }
}

class MissingDriver extends Error {
  override readonly name = 'MissingDriver';
  constructor() {
    super(
      'a team server needs the package "pg" beside hookctl: npm install pg@8 (globally, where hookctl is: npm install -g pg@8)',
    );
  }
}

/** All statements of one transaction; any failure rolls it back. A connection that failed is not used again. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await connect(pool);
  let failed: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    failed = error as Error;
    if (isOfStatement(error))
      await client.query('ROLLBACK').then(
        () => (failed = undefined),
        () => undefined,
      );
    throw asStoreError(error);
  } finally {
    client.release(failed);
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw asStoreError(error);
  }
}

/** One statement outside a transaction; an error says whether the database can be used at all. */
export async function runQuery<R extends object>(
  pool: Pick<Pool, 'query'>,
  sql: string,
  values: readonly unknown[],
): Promise<QueryResult<R>> {
  try {
    return await pool.query<R>(sql, [...values]);
  } catch (error) {
    throw asStoreError(error);
  }
}

/** Errors that a caller has to know of by their kind. Everything that the database or the network says means: not stored, as far as we know. */
function asStoreError(error: unknown): unknown {
  if (error instanceof StoreAway) return error;
  const { code, message } = error as { code?: unknown; message: string };
  if (isOfStatement(error) && !isAway(String(code))) return error;
  return typeof code === 'string' || /connect|terminat|timeout/i.test(message)
    ? new StoreAway(`the database cannot be used now: ${message}`, { cause: error })
    : error;
}

/** PostgreSQL answered; the connection is whole. Its codes have five characters. */
function isOfStatement(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return typeof code === 'string' && code.length === 5 && severity !== 'FATAL' && severity !== 'PANIC';
}

/** Connection trouble (08), no resources (53: disk full, too many connections), an operator stopped it (57), the system failed (58), read only (25006). */
function isAway(code: string): boolean {
  return /^(?:08|53|57|58)/.test(code) || code === '25006';
}

export function errorCode(error: unknown): string | null {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : null;
}
