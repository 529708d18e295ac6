import { setTimeout as pause } from 'node:timers/promises';
import type { Decision } from '../audit/index/decision.ts';
import type { Filter } from '../audit/index/filter.ts';
import type { TrailIndex } from '../audit/index/open.ts';

const EVERY_MS = 250;
/** A hook that was slow may write a line that is this much older than the newest one. */
const LATE_MS = 60_000;

/** New decisions as they come, each once, until the signal. Files may be rotated, renamed or read again meanwhile: decisions are told apart by their ids. */
export async function followTrail(
  index: TrailIndex,
  filter: Filter,
  seen: Set<string>,
  show: (decision: Decision) => void,
  signal: AbortSignal,
): Promise<void> {
  let newest = Date.now();
  while (!signal.aborted) {
    if (index.refresh()) {
      const since = Math.max(filter.since ?? 0, newest - LATE_MS);
      for (const decision of index.select({ ...filter, since })) {
        newest = Math.max(newest, decision.at);
        if (seen.has(decision.id)) continue;
        seen.add(decision.id);
        show(decision);
      }
    }
    await pause(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
