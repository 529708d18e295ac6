import type { DecisionRow } from '../../api.ts';
import type { DecisionReader } from '../../reader.ts';

/** One query loop for all pages that watch a team: the first page starts it, the last one ends it. */
export function sharedFeed(follow: (show: (rows: DecisionRow[]) => void) => () => void): DecisionReader['live'] {
  const watchers = new Set<(rows: DecisionRow[]) => void>();
  let end: (() => void) | null = null;
  return (show) => {
    watchers.add(show);
    end ??= follow((rows) => {
      for (const watcher of watchers) watcher(rows);
    });
    return () => {
      watchers.delete(show);
      if (watchers.size > 0) return;
      end?.();
      end = null;
    };
  };
}
