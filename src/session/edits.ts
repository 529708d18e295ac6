/** Which paths were edited, how often, and which of them after some place in the journal. */
export interface Edits {
  total: () => number;
  times: (path: string) => number;
  paths: () => IterableIterator<string>;
  since: (sequence: number) => Set<string>;
  add: (path: string, sequence: number) => void;
  snapshot: () => EditsSnapshot;
}

/** The paths in the order of their last edits. */
export interface EditsSnapshot {
  total: number;
  paths: [path: string, times: number, last: number][];
}

export function createEdits({ total, paths }: EditsSnapshot = { total: 0, paths: [] }): Edits {
  let count = total;
  const edited = new Map<string, { times: number; last: number }>();
  for (const entry of paths) edited.set(entry[0], { times: entry[1], last: entry[2] });
  return {
    total: () => count,
    times: (path) => edited.get(path)?.times ?? 0,
    paths: () => edited.keys(),
    since: (sequence) => {
      const later: string[] = [];
      edited.forEach(({ last }, path) => {
        if (last > sequence) later.push(path);
      });
      return new Set(later.reverse());
    },
    add: (path, sequence) => {
      count++;
      const times = (edited.get(path)?.times ?? 0) + 1;
      edited.delete(path);
      edited.set(path, { times, last: sequence });
    },
    snapshot: () => ({ total: count, paths: [...edited].map(([path, { times, last }]) => [path, times, last]) }),
  };
}
