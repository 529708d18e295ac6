import { describe } from 'vitest';
import type { Pool } from '../../src/store/postgres/driver.ts';
import { postgresUnits } from '../../src/store/postgres/unit-store.ts';
import { DATABASE, freshDatabase } from './opened.ts';
import { storedDecision } from './records.ts';
import { type Found, storeCases, type StoreUnderTest } from './store.case.ts';

/** As a server uses it; with a memory of two sessions, folds are forgotten and read again. */
function postgresStore(pool: Pool, mostSessions: number): StoreUnderTest {
  const units = postgresUnits({ pool, server: 'test', mostSessions });
  return {
    put: (session, facts, record, id) =>
      units.unit({ team: 'acme', sessions: [session], repeated: [] }, (unit) => {
        unit.sessions.append(session, facts);
        unit.add(storedDecision(record, id));
      }),
    fold: (session) =>
      units.unit({ team: 'acme', sessions: [session], repeated: [] }, (unit) => unit.sessions.fold(session)),
    decisions: async () => {
      const sql = 'SELECT id, session, verdict, rules, what FROM decision ORDER BY id';
      return (await pool.query<Found>(sql)).rows;
    },
    reopened: async () => postgresStore(pool, mostSessions),
  };
}

describe.skipIf(DATABASE.url === '')('PostgreSQL', () => {
  storeCases('PostgreSQL', async () => postgresStore((await freshDatabase()).pool, 5_000));
  storeCases('PostgreSQL with a short memory', async () => postgresStore((await freshDatabase()).pool, 2));
});
