import type { TestProject } from 'vitest/node';
import { startDatabase } from './postgres.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a superuser; empty: there is no database, and `why` says so. */
    database: { url: string; why: string };
  }
}

/** One PostgreSQL for all tests that need one. Without one they are skipped, and the run says why. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startDatabase();
  if (typeof database === 'string') {
    console.warn(`\nSKIPPED: the tests on PostgreSQL, since none can be started: ${database}\n`);
    project.provide('database', { url: '', why: database });
    return async () => undefined;
  }
  console.log(`\nPostgreSQL ${database.version}\n`);
  project.provide('database', { url: database.url, why: '' });
  return database.stop;
}
