import { setImmediate } from 'node:timers/promises';
import { type TrailDecision, searchableText } from '../../audit/query/decision.ts';
import { trailReader } from '../../audit/query/trail-reader.ts';
import type { DecisionRow } from '../api.ts';

/** What is kept in memory of a decision: enough for every list. The whole record is read from the trail when it is asked for. */
export interface TrailRow extends Omit<DecisionRow, 'mark'>, Pick<TrailDecision, 'hits' | 'mode'> {
  /** Everything that a search looks at. */
  text: string;
  /** A key of the policy that decided. */
  policy: string | null;
}

export interface TrailRows {
  /** Reads what was added to the trail, then gives every row, oldest first. */
  all: () => Promise<readonly TrailRow[]>;
  byId: (id: string) => TrailRow | undefined;
  /** How many older ones there are that are not in memory. */
  left: () => number;
  /** Calls back with new rows; returns what ends it. The first one to watch starts the looking, and the last one ends it. */
  watch: (show: (rows: TrailRow[]) => void) => () => void;
}

/** Each takes a little more than half a kilobyte. */
const MOST_ROWS = 200_000;
const LOOK_EVERY_MS = 250;
/** The same thread answers hooks. */
const TURN_MS = 15;

/** The trail of this machine as rows in memory, in the order of time. It is read once, piece by piece, and then followed. */
export function createTrailRows(stateDirectory: string): TrailRows {
  const trail = trailReader(stateDirectory);
  const rows: TrailRow[] = [];
  const rowsById = new Map<string, TrailRow>();
  const watchers = new Set<(rows: TrailRow[]) => void>();
  let left = 0;
  /** What was on record before is not new. */
  let isLoaded = false;
  let reading: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  async function readNew(): Promise<void> {
    const added: TrailRow[] = [];
    let turn = performance.now();
    for (const decision of trail.read()) {
      if (!rowsById.has(decision.id)) {
        const row = rowOf(decision);
        rowsById.set(row.id, row);
        insert(rows, row);
        if (isLoaded) added.push(row);
      }
      if (rows.length > MOST_ROWS * 1.05) {
        const oldest = rows.splice(0, rows.length - MOST_ROWS);
        for (const { id } of oldest) rowsById.delete(id);
        left += oldest.length;
      }
      if (performance.now() - turn < TURN_MS) continue;
      await setImmediate();
      turn = performance.now();
    }
    isLoaded = true;
    if (added.length > 0) for (const show of watchers) show(added);
  }

  const refresh = () => (reading ??= readNew().finally(() => (reading = null)));

  return {
    all: async () => {
      await refresh();
      return rows;
    },
    byId: (id) => rowsById.get(id),
    left: () => left,
    watch: (show) => {
      watchers.add(show);
      // A trail that cannot be read for a moment is looked at again; requests say what is wrong with it.
      const look = () => void refresh().catch(() => undefined);
      timer ??= setInterval(look, LOOK_EVERY_MS).unref();
      return () => {
        watchers.delete(show);
        if (watchers.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      };
    },
  };
}

/** Nearly always at the end: only hooks that ran at the same moment write out of order. */
function insert(rows: TrailRow[], row: TrailRow): void {
  let place = rows.length;
  while (place > 0 && isLater(rows[place - 1], row)) place--;
  if (place === rows.length) rows.push(row);
  else rows.splice(place, 0, row);
}

function isLater(one: TrailRow | undefined, other: TrailRow): boolean {
  return one !== undefined && (one.at > other.at || (one.at === other.at && one.id > other.id));
}

function rowOf(decision: TrailDecision): TrailRow {
  const { id, at, agent, session, event, nativeEvent, tool, verdict, rules, what, project, durationMs } = decision;
  const { hits, mode, record } = decision;
  return {
    id,
    machine: null,
    host: null,
    at,
    agent,
    session,
    actor: record.actor ?? null,
    event,
    nativeEvent,
    tool,
    callId: record.callId ?? null,
    verdict,
    rules,
    what,
    project,
    durationMs,
    hits: hits.map(({ rule, verb, effective, mode: own, because, excused }) => ({
      rule,
      verb,
      effective,
      mode: own,
      because,
      excused,
    })),
    mode,
    text: searchableText(decision),
    policy: record.policy ?? null,
  };
}
