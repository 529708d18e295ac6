import type { UnitStore } from '../store.ts';
import { type Bundles, postgresBundles } from './bundles.ts';
import { openDatabase, runQuery } from './driver.ts';
import { type Machines, postgresMachines } from './machines.ts';
import { migrate } from './migrate.ts';
import { keepHouse, type Kept } from './partitions.ts';
import { postgresReads, type TeamReads } from './read/reads.ts';
import { postgresTokens, type Tokens } from './tokens.ts';
import { postgresUnits } from './unit-store.ts';

/** All that a team server keeps. */
export interface TeamStore {
  units: UnitStore;
  tokens: Tokens;
  machines: Machines;
  bundles: Bundles;
  /** What its page shows. */
  reads: TeamReads;
  /** Makes the team where it is missing. */
  ensureTeam: (team: string) => Promise<void>;
  /** What was applied. */
  migrate: () => Promise<string[]>;
  keepHouse: (now: Date) => Promise<Kept | null>;
  /** Rejects when the database cannot be used. */
  ping: () => Promise<void>;
  close: () => Promise<void>;
}

export async function openTeamStore(options: { url: string; server: string }): Promise<TeamStore> {
  const { url } = options;
  const pool = await openDatabase({ url });
  // Connects when it is used.
  const patient = await openDatabase({ url, most: 1, answerMs: null });
  return {
    units: postgresUnits({ pool, server: options.server }),
    tokens: postgresTokens(pool),
    machines: postgresMachines(pool),
    bundles: postgresBundles(pool),
    reads: postgresReads(pool),
    ensureTeam: async (team) => {
      await pool.query('INSERT INTO team (id) VALUES ($1) ON CONFLICT DO NOTHING', [team]);
    },
    migrate: () => migrate(patient),
    keepHouse: (now) => keepHouse(patient, now),
    ping: async () => {
      await runQuery(pool, 'SELECT 1 FROM migration LIMIT 1', []);
    },
    close: async () => {
      await Promise.all([pool.end(), patient.end()]);
    },
  };
}
