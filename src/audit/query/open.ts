import { existsSync } from 'node:fs';
import { trailFiles } from '../chain/read-trail.ts';
import { databaseTrouble, indexPath, loadDatabase, type OpenDatabase, openStore, rebuildStore } from './database.ts';
import { fillStore } from './fill.ts';
import { memoryStore } from './memory-store.ts';
import type { Store } from './store.ts';
import { type Tail, trailTail } from './tail.ts';

export interface TrailIndex extends Pick<Store, 'count' | 'select'> {
  /** From here on, and perhaps a little that was already found; still works when the index is closed. */
  tail: () => Tail;
  /** Lines of the trail that are no decisions. */
  unreadable: () => number;
}

export interface IndexOptions {
  stateDirectory: string;
  /** What a person should know: the index was broken, or cannot be used here. */
  tell: (remark: string) => void;
  /** Tests make the library fail. */
  load?: () => Promise<OpenDatabase>;
}

/**
 * Asks the index, which is brought up to date first. It holds nothing of its own: a broken one is thrown away and made again (and `ask` is called
 * again), and where the database cannot be used the trail itself is read, which takes longer.
 */
export async function withTrailIndex<R>(options: IndexOptions, ask: (index: TrailIndex) => R | Promise<R>): Promise<R> {
  const { stateDirectory, tell, load = loadDatabase } = options;
  const path = indexPath(stateDirectory);
  // Where no hook has ever run, asking leaves no trace.
  if (trailFiles(stateDirectory).length === 0 && !existsSync(path)) return use(memoryStore(), stateDirectory, ask);
  let open: OpenDatabase;
  try {
    open = await load();
  } catch (error) {
    tell(`the SQLite library cannot be loaded here (${firstLine(error)}); the trail is read without an index`);
    return use(memoryStore(), stateDirectory, ask);
  }
  try {
    return await use(openStore(open, stateDirectory), stateDirectory, ask);
  } catch (error) {
    const trouble = databaseTrouble(error);
    if (trouble === null) throw error;
    const outcome = trouble === 'broken' ? 'it was made again' : 'the trail is read without it';
    tell(`the index ${path} is ${trouble} (${firstLine(error)}); ${outcome}`);
    const store = trouble === 'broken' ? rebuildStore(open, stateDirectory) : memoryStore();
    return use(store, stateDirectory, ask);
  }
}

async function use<R>(store: Store, stateDirectory: string, ask: (index: TrailIndex) => R | Promise<R>): Promise<R> {
  try {
    fillStore(store, stateDirectory);
    // Before anything is asked: what another process adds meanwhile is then told twice, not never.
    const known = store.progress();
    return await ask({
      count: store.count,
      select: store.select,
      tail: () => trailTail(stateDirectory, known),
      unreadable: () => known.reduce((sum, { unreadable }) => sum + unreadable, 0),
    });
  } finally {
    store.close();
  }
}

function firstLine(error: unknown): string {
  return (error as Error).message.split('\n', 1)[0] ?? '';
}
