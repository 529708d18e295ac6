import type { Pool } from '../driver.ts';
import { cursorOf } from './list-decisions.ts';
import { type KeptDecision, parametersOf, readRows } from './rows.ts';

const LOOK_EVERY_MS = 250;
/** A unit that took longer to be stored is missed here; the list has it. */
const BACK_MS = 5_000;
const MOST_ROWS = 2_000;

/**
 * Calls back with the decisions of a team that any server has stored since; returns what ends it. PostgreSQL is asked, and not listened to: a notification
 * at each commit would hold a lock of the whole database.
 */
export function followDecisions(
  pool: Pick<Pool, 'query'>,
  team: string,
  show: (rows: KeptDecision[]) => void,
): () => void {
  let shown = new Map<string, number>();
  let [isFirst, isLooking, isEnded] = [true, false, false];
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const where = `team = $1 AND came_at > now() - interval '${BACK_MS} milliseconds'`;
      const rows = await readRows(pool, parametersOf(team), { where, limit: MOST_ROWS, withLines: false });
      const now = Date.now();
      const fresh = rows.filter((row) => !shown.has(cursorOf(row) ?? ''));
      for (const row of fresh) shown.set(cursorOf(row) ?? '', now);
      shown = new Map([...shown].filter(([, at]) => now - at < 4 * BACK_MS));
      if (!isFirst && !isEnded && fresh.length > 0) show(fresh.reverse());
      isFirst = false;
    } catch {
      // A database that is away is asked again; requests say what is wrong with it.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  void look();
  return () => {
    isEnded = true;
    clearInterval(timer);
  };
}
