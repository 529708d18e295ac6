import type { KeptPace } from '../../../store/postgres/read/fleet.ts';
import type { FleetAnswer } from '../../api.ts';

/** Counts by powers of two → how long the middle and the slowest hundredth of the decisions took, at most. */
export function paceRows(pace: readonly KeptPace[]): FleetAnswer['pace'] {
  return pace.map(({ hour, buckets }) => {
    const decisions = buckets.reduce((sum, count) => sum + count, 0);
    return { at: hour, decisions, p50: shareWithin(buckets, 0.5), p99: shareWithin(buckets, 0.99) };
  });
}

/** Milliseconds within which this share of the decisions was made; buckets are at most 1, 2, 4 … microseconds. */
function shareWithin(buckets: readonly number[], share: number): number {
  const wanted = share * buckets.reduce((sum, count) => sum + count, 0);
  let below = 0;
  const place = buckets.findIndex((count) => (below += count) >= wanted && below > 0);
  return place < 0 ? 0 : 2 ** place / 1000;
}
