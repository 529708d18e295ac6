import { setTimeout as pause } from 'node:timers/promises';
import type { Decision } from '../../audit/query/decision.ts';
import type { Tail } from '../../audit/query/tail.ts';

const EVERY_MS = 250;
/** A hook that was slow may write a line that is this much older than the newest one; what is older was read again from a file that was replaced. */
const LATE_MS = 60_000;

/** New decisions as they come, each once, until the signal. Files may be rotated, renamed or replaced meanwhile: decisions are told apart by their ids. */
export async function followTrail(
  tail: Tail,
  seen: Set<string>,
  show: (decision: Decision) => void,
  signal: AbortSignal,
): Promise<void> {
  let newest = Date.now();
  while (!signal.aborted) {
    for (const decision of tail()) {
      if (seen.has(decision.id) || decision.at < newest - LATE_MS) continue;
      seen.add(decision.id);
      newest = Math.max(newest, decision.at);
      show(decision);
    }
    await pause(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
