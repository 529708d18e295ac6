import type { MachineRow } from '../../rows.ts';
import type { Pool } from '../driver.ts';
import { PACE_BUCKETS } from '../roll-ups.ts';
import { query } from './rows.ts';

/** What the table says of a machine; stage and kind follow from the published policy. */
export interface KeptMachine extends Omit<MachineRow, 'kind' | 'mode' | 'bundleState'> {
  bundleState: string | null;
}

interface SqlMachine {
  id: string;
  host: string;
  os: string | null;
  agents: string[] | null;
  version: string | null;
  bundle: number | null;
  bundle_state: string | null;
  bundle_problem: string | null;
  seen_at: Date | null;
  decided_at: Date | null;
  unsent: number | null;
  unsent_since: Date | null;
  lost: number | null;
  skew_ms: number | null;
  revoked: boolean;
}

const MOST_MACHINES = 20_000;

export async function readMachines(pool: Pick<Pool, 'query'>, team: string): Promise<KeptMachine[]> {
  const rows = await query<SqlMachine>(
    pool,
    `SELECT id, host, os, agents, version, bundle, bundle_state, bundle_problem, seen_at, decided_at, unsent, unsent_since, lost, skew_ms,
       NOT EXISTS (SELECT FROM token WHERE token.machine = machine.no AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())) AS revoked
     FROM machine WHERE team = $1 ORDER BY host, no LIMIT ${MOST_MACHINES}`,
    [team],
  );
  return rows.map((row) => ({
    id: row.id,
    host: row.host,
    os: row.os,
    agents: row.agents ?? [],
    version: row.version,
    bundle: row.bundle,
    bundleState: row.bundle_state,
    bundleProblem: row.bundle_problem,
    seenAt: row.seen_at?.getTime() ?? null,
    decidedAt: row.decided_at?.getTime() ?? null,
    unsent: row.unsent ?? 0,
    unsentSince: row.unsent_since?.getTime() ?? null,
    lost: row.lost ?? 0,
    skewMs: row.skew_ms,
    revoked: row.revoked,
  }));
}

/** Decisions of one hour: how many took at most 1, 2, 4 … microseconds. */
export interface KeptPace {
  hour: number;
  buckets: number[];
}

export async function readPace(
  pool: Pick<Pool, 'query'>,
  team: string,
  { since, until }: { since: number; until: number },
): Promise<KeptPace[]> {
  const rows = await query<{ hour: Date; buckets: number[] }>(
    pool,
    'SELECT hour, buckets FROM pace WHERE team = $1 AND hour >= $2 AND hour < $3 ORDER BY hour',
    [team, new Date(since), new Date(until)],
  );
  const hours = new Map<number, number[]>();
  for (const { hour, buckets } of rows) {
    const sum = hours.get(hour.getTime()) ?? Array.from({ length: PACE_BUCKETS }, () => 0);
    hours.set(
      hour.getTime(),
      sum.map((count, place) => count + (buckets[place] ?? 0)),
    );
  }
  return [...hours].map(([hour, buckets]) => ({ hour, buckets }));
}

/** How many decisions each machine has refused since then, and how many of these people call false alarms. */
export async function readRefusals(
  pool: Pick<Pool, 'query'>,
  team: string,
  since: number,
): Promise<{ machine: string; denied: number; falseAlarms: number }[]> {
  return query(
    pool,
    `SELECT machine.id AS machine, count(*)::int AS denied, count(*) FILTER (WHERE mark.kind = 'false-alarm')::int AS "falseAlarms"
     FROM decision JOIN machine ON machine.no = decision.machine 
       LEFT JOIN mark ON mark.at = decision.at AND mark.machine = decision.machine AND mark.id = decision.id
     WHERE decision.team = $1 AND decision.at >= $2 AND verdict <> 'none' AND verdict IN ('deny', 'ask') GROUP BY machine.id`,
    [team, new Date(since)],
  );
}
