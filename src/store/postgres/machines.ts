import { runQuery, inTransaction, type Pool } from './driver.ts';
import { recordKey, storable } from './keys.ts';
import type { StoredDecision } from '../store.ts';
import { writeUnit } from './write-unit.ts';

interface NewMachine {
  /** A UUID that the machine has made for itself. */
  machine: string;
  host: string;
  os: string;
  version: string;
}

/** What a machine tells of itself with each synchronisation. */
interface MachineStatus {
  version: string;
  agents: readonly string[];
  bundle: { version: number | null; state: 'active' | 'refused' | 'pinned' | 'none'; problem: string | null };
  unsent: { lines: number; since: number | null; lost: number };
  head: string | null;
  /** Milliseconds by which its clock is ahead of ours. */
  skewMs: number;
}

interface Reported {
  /** What was new. */
  stored: readonly StoredDecision[];
  known: number;
}

export interface Machines {
  /** Its number; a machine that joins again keeps it. */
  enrol: (team: string, machine: NewMachine) => Promise<number>;
  status: (machine: number, status: MachineStatus) => Promise<void>;
  /** Stores what is new; what the machine has sent before is dropped by its record id. */
  report: (request: {
    team: string;
    server: string;
    machine: number;
    decisions: readonly StoredDecision[];
  }) => Promise<Reported>;
  /** A caller without a trail has had a call decided. */
  heard: (machine: number) => Promise<void>;
  /** The hashes of the lines that this machine has sent, for `audit verify --server`. */
  hashes: (machine: number, since: number, until: number) => Promise<{ id: string; hash: string | null }[]>;
  /** Days that decisions are kept. */
  keepsDays: (team: string) => Promise<number>;
}

export function postgresMachines(pool: Pool): Machines {
  const query = <R extends object>(sql: string, values: unknown[]) => runQuery<R>(pool, sql, values);
  return {
    enrol: async (team, { machine, host, os, version }) => {
      const { rows } = await query<{ no: string }>(
        `INSERT INTO machine (team, id, host, os, version, seen_at) VALUES ($1, $2, $3, $4, $5, now())
         ON CONFLICT (team, id) DO UPDATE SET host = excluded.host, os = excluded.os, version = excluded.version, seen_at = now() RETURNING no`,
        [team, machine, storable(host).slice(0, 200), os, version],
      );
      return Number(rows[0]?.no);
    },
    status: async (machine, { version, agents, bundle, unsent, head, skewMs }) => {
      await query(
        `UPDATE machine SET version = $2, agents = ARRAY(SELECT DISTINCT name FROM unnest(agents || $3::text[]) AS name ORDER BY name LIMIT 50), bundle = $4, bundle_state = $5, bundle_problem = $6, unsent = $7, unsent_since = $8, lost = $9,
           head = $10, skew_ms = $11, seen_at = now() WHERE no = $1`,
        [
          machine,
          version,
          agents.map(storable),
          bundle.version,
          bundle.state,
          bundle.problem === null ? null : storable(bundle.problem).slice(0, 500),
          unsent.lines,
          unsent.since === null ? null : new Date(unsent.since),
          unsent.lost,
          head,
          skewMs,
        ],
      );
    },
    report: ({ team, server, machine, decisions }) =>
      inTransaction(pool, async (client) => {
        // Two synchronisations of one machine take turns: both may hold the same lines.
        await client.query('SELECT no FROM machine WHERE no = $1 FOR UPDATE', [machine]);
        const { rows } = await client.query<{ id: string }>(
          `SELECT decision.id FROM unnest($2::timestamptz[], $3::text[]) AS sent(at, id)
           JOIN decision ON decision.at = sent.at AND decision.machine = $1 AND decision.id = sent.id`,
          [machine, decisions.map(({ key }) => new Date(key.at)), decisions.map(({ key }) => recordKey(key.id))],
        );
        const seen = new Set(rows.map(({ id }) => id));
        const fresh = decisions.filter(({ key }) => {
          const id = recordKey(key.id);
          return !seen.has(id) && seen.add(id);
        });
        await writeUnit(client, { team, server, decisions: fresh, sessions: [] });
        const newest = Math.max(0, ...fresh.map(({ key }) => key.at));
        await client.query('UPDATE machine SET seen_at = now(), decided_at = greatest(decided_at, $2) WHERE no = $1', [
          machine,
          newest === 0 ? null : new Date(newest),
        ]);
        return { stored: fresh, known: decisions.length - fresh.length };
      }),
    heard: async (machine) => {
      await query('UPDATE machine SET seen_at = now(), decided_at = now() WHERE no = $1', [machine]);
    },
    hashes: async (machine, since, until) => {
      const { rows } = await query<{ id: string; hash: string | null }>(
        'SELECT id, hash FROM decision WHERE machine = $1 AND at >= $2 AND at < $3 ORDER BY at, id LIMIT 5000',
        [machine, new Date(since), new Date(until)],
      );
      return rows;
    },
    keepsDays: async (team) => {
      const { rows } = await query<{ days: number }>('SELECT keep_loud_days AS days FROM team WHERE id = $1', [team]);
      return rows[0]?.days ?? 0;
    },
  };
}
