import type { DecisionRow } from '../../src/server/api.ts';

export interface Histogram {
  /** Milliseconds since the epoch. */
  from: number;
  /** Oldest first, in equal steps of time up to now. */
  bars: { all: number; refused: number }[];
}

const BARS = 30;
const MINUTE = 60_000;
const SPANS = [5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 720 * MINUTE, 1_440 * MINUTE, 7 * 1_440 * MINUTE];
/** So many decisions make a picture. */
const ENOUGH = 20;
/** Older rows are not in the picture: it is drawn again with every row that comes. */
const MOST_ROWS = 5_000;

/**
 * How many decisions there were, and how many of them were refused or asked about, over the shortest usual time that has enough of them. It begins with the
 * oldest row that is known where there are more than that.
 */
export function histogramOf(
  rows: readonly Pick<DecisionRow, 'at' | 'verdict'>[],
  now: number,
  isAll: boolean,
): Histogram {
  const newestRows = rows.slice(0, MOST_ROWS);
  const span = spanOf(newestRows, now);
  const isCut = !isAll || newestRows.length < rows.length;
  const from = isCut ? Math.max(now - span, newestRows.at(-1)?.at ?? now - span) : now - span;
  const step = Math.max(1, (now - from) / BARS);
  const bars = Array.from({ length: BARS }, () => ({ all: 0, refused: 0 }));
  for (const { at, verdict } of newestRows) {
    // The clock of another machine may be ahead of ours.
    const bar = bars[Math.min(BARS - 1, Math.floor((at - from) / step))];
    if (bar === undefined || at < from) continue;
    bar.all++;
    if (verdict === 'deny' || verdict === 'ask') bar.refused++;
  }
  return { from, bars };
}

function spanOf(rows: readonly { at: number }[], now: number): number {
  const wanted = Math.min(ENOUGH, rows.length);
  const isEnough = (span: number) => rows.filter(({ at }) => at >= now - span).length >= wanted;
  return SPANS.find(isEnough) ?? (SPANS.at(-1) as number);
}
