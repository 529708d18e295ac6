import { wouldStop } from '../../audit/query/pending-rules.ts';
import type { StoredDecision } from '../store.ts';
import { storable } from './keys.ts';

export interface TallyRow {
  hour: string;
  rule: string;
  mode: string;
  effective: string;
  hits: number;
  excused: number;
  /** Calls that enforcing the rule would have stopped. */
  would: number;
  last: string;
}

const HOUR = 3_600_000;

function hourOf(at: number): string {
  return new Date(Math.floor(at / HOUR) * HOUR).toISOString();
}

/** Hits by hour and rule, in one order: two units of one server never wait for each other. */
export function tallyOf(decisions: readonly StoredDecision[]): TallyRow[] {
  const rows = new Map<string, TallyRow>();
  for (const { key, line } of decisions) {
    const [hour, at] = [hourOf(key.at), new Date(key.at).toISOString()];
    for (const hit of line.hits) {
      const [rule, mode, effective] = [storable(hit.rule).slice(0, 200), hit.mode, hit.effective];
      const name = [hour, rule, mode, effective].join('\n');
      const row = rows.get(name) ?? { hour, rule, mode, effective, hits: 0, excused: 0, would: 0, last: at };
      rows.set(name, row);
      row.hits++;
      if (hit.excused) row.excused++;
      if (wouldStop(hit, line.verdict)) row.would++;
      if (at > row.last) row.last = at;
    }
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

export interface PaceRow {
  hour: string;
  /** How many decisions took at most 1, 2, 4, 8 … microseconds. */
  buckets: number[];
}

export const PACE_BUCKETS = 32;

/** How long the decisions of each hour took. */
export function paceOf(decisions: readonly StoredDecision[]): PaceRow[] {
  const rows = new Map<string, PaceRow>();
  for (const { key, line } of decisions) {
    const hour = hourOf(key.at);
    const row = rows.get(hour) ?? { hour, buckets: Array.from({ length: PACE_BUCKETS }, () => 0) };
    rows.set(hour, row);
    const bucket = Math.ceil(Math.log2(Math.max(1, line.durationMs * 1000)));
    const place = Number.isFinite(bucket) ? Math.min(PACE_BUCKETS - 1, bucket) : 0;
    row.buckets[place] = (row.buckets[place] ?? 0) + 1;
  }
  return [...rows.values()].sort((a, b) => (a.hour < b.hour ? -1 : 1));
}
