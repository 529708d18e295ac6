import { runQuery, errorCode, inTransaction, type Pool } from './driver.ts';

interface KeptBundle {
  version: number;
  envelope: string;
}

/** A publication as the page lists it. */
export interface BundleRow extends KeptBundle {
  note: string;
  /** The label of the token. */
  by: string;
  madeAt: Date;
}

export interface Bundles {
  /** The newest first. */
  history: (team: string, limit: number) => Promise<BundleRow[]>;
  /** Null: nothing was published. */
  newest: (team: string) => Promise<KeptBundle | null>;
  /** The keys that may sign; none: the first publication names them. */
  keysOf: (team: string) => Promise<string[]>;
  /** False: somebody else has published meanwhile. */
  publish: (request: Publication) => Promise<boolean>;
}

interface Publication {
  team: string;
  version: number;
  envelope: string;
  hash: string;
  note: string;
  keys: readonly string[];
  /** The id of the token. */
  by: string;
}

export function postgresBundles(pool: Pool): Bundles {
  const query = <R extends object>(sql: string, values: unknown[]) => runQuery<R>(pool, sql, values);
  return {
    newest: async (team) => {
      const sql = 'SELECT version, envelope FROM bundle WHERE team = $1 ORDER BY version DESC LIMIT 1';
      return (await query<KeptBundle>(sql, [team])).rows[0] ?? null;
    },
    history: async (team, limit) => {
      const sql = `SELECT version, envelope, note, coalesce(token.label, by_token, '') AS by, bundle.made_at AS "madeAt"
        FROM bundle LEFT JOIN token ON token.id = by_token WHERE bundle.team = $1 ORDER BY version DESC LIMIT $2`;
      return (await query<BundleRow>(sql, [team, limit])).rows;
    },
    keysOf: async (team) =>
      (await query<{ keys: string[] }>('SELECT keys FROM team WHERE id = $1', [team])).rows[0]?.keys ?? [],
    publish: async ({ team, version, envelope, hash, note, keys, by }) => {
      try {
        await inTransaction(pool, async (client) => {
          await client.query(
            'INSERT INTO bundle (team, version, envelope, hash, note, by_token) VALUES ($1, $2, $3, $4, $5, $6)',
            [team, version, envelope, hash, note, by],
          );
          await client.query('UPDATE team SET keys = $2 WHERE id = $1', [team, keys]);
          await client.query("INSERT INTO act (team, who, what, about) VALUES ($1, $2, 'publish', $3)", [
            team,
            by,
            JSON.stringify({ version, hash, keys }),
          ]);
        });
        return true;
      } catch (error) {
        if (errorCode(error) === '23505') return false;
        throw error;
      }
    },
  };
}
