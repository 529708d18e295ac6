import type { Decision } from './decision.ts';
import { matcherOf } from './filter.ts';
import { compareDecisions, type Progress, type Store } from './store.ts';

/** For machines without the database: the same answers, made from the whole trail each time. */
export function memoryStore(): Store {
  const files = new Map<string, Progress>();
  let decisions: Decision[] = [];
  let sorted = true;
  const found = (filter: Parameters<Store['select']>[0]): Decision[] => {
    if (!sorted) decisions.sort(compareDecisions);
    sorted = true;
    return decisions.filter(matcherOf(filter));
  };
  return {
    progress: () => [...files.values()],
    setProgress: (progress) => void files.set(progress.file, progress),
    add: (decision) => {
      decisions.push(decision);
      sorted = false;
    },
    forget: (file) => {
      files.delete(file);
      decisions = decisions.filter((decision) => decision.file !== file);
    },
    atomically: (act) => act(),
    count: (filter) => found(filter).length,
    select: (filter, newest) => (newest === undefined ? found(filter) : found(filter).slice(-newest)),
    close: () => undefined,
  };
}
