import { setTimeout as pause } from 'node:timers/promises';
import type { TrailDecision } from '../../audit/query/decision.ts';
import { LATE_MS } from '../../audit/query/trail-reader.ts';

const EVERY_MS = 250;

/** Shows new decisions, each once, until the signal. Files may be replaced meanwhile; ids tell decisions apart. */
export async function followTrail(
  read: () => Iterable<TrailDecision>,
  seen: Set<string>,
  show: (decision: TrailDecision) => void,
  signal: AbortSignal,
): Promise<void> {
  let newest = Date.now();
  while (!signal.aborted) {
    for (const decision of read()) {
      // What is older was read again, from a file that was replaced.
      if (seen.has(decision.id) || decision.at < newest - LATE_MS) continue;
      seen.add(decision.id);
      newest = Math.max(newest, decision.at);
      show(decision);
    }
    await pause(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
