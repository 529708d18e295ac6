import type { Decision } from './decision.ts';
import { fillStore, type Sink } from './fill.ts';
import type { Progress } from './store.ts';

/** What was added since the last call. A file that was replaced is given again from its beginning. */
export type Tail = () => Decision[];

/**
 * Goes on where the index has stopped, without the database: a process that watches for hours must not hold a file open that anybody may delete, and
 * whose journal would then be taken for that of the next one.
 */
export function trailTail(stateDirectory: string, known: readonly Progress[]): Tail {
  const files = new Map(known.map((progress) => [progress.file, progress]));
  let found: Decision[] = [];
  const sink: Sink = {
    progress: () => [...files.values()],
    setProgress: (progress) => void files.set(progress.file, progress),
    add: (decision) => void found.push(decision),
    forget: (file) => void files.delete(file),
    atomically: (act) => act(),
  };
  return () => {
    fillStore(sink, stateDirectory);
    const added = found;
    found = [];
    return added;
  };
}
