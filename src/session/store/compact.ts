import { nodeSystem } from '../../system/node/system.ts';
import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listNames } from '../../system/node/files.ts';
import { readPrivate, replacePrivate } from '../../system/files/private-files.ts';
import { readJournal, sessionsDirectory } from './file-state.ts';

export interface Compacted {
  /** Journals of sessions nobody has used for long. */
  removed: number;
  /** Journals rewritten without lines that cannot be read or no longer say anything. */
  rewritten: number;
  bytesFreed: number;
}

export interface CompactOptions {
  now: number;
  /** A session is forgotten after this long without a fact. */
  expireMs?: number;
  /** Sessions written to more recently are left alone: their hooks may be running. */
  quietMs?: number;
}

const DAY = 86_400_000;

/** Housekeeping, for commands and the server; never in the hook's path. */
export function compactState(stateDirectory: string, options: CompactOptions): Compacted {
  const { now, expireMs = 30 * DAY, quietMs = 3_600_000 } = options;
  const directory = sessionsDirectory(stateDirectory);
  const done: Compacted = { removed: 0, rewritten: 0, bytesFreed: 0 };
  for (const name of listNames(directory)) {
    if (!name.endsWith('.jsonl')) continue;
    const path = join(directory, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isFile() !== true) continue;
    const idle = now - stat.mtimeMs;
    if (idle > expireMs) {
      rmSync(path, { force: true });
      done.removed++;
      done.bytesFreed += stat.size;
    } else if (idle > quietMs) {
      const freed = tidy(path, stat.size);
      if (freed > 0) done.rewritten++;
      done.bytesFreed += freed;
    }
  }
  for (const name of ['told', 'claims', 'folds']) forget(join(stateDirectory, name), now - expireMs);
  for (const name of ['offers', 'grants']) forget(join(stateDirectory, name), now - DAY);
  return done;
}

function forget(directory: string, before: number): void {
  for (const name of listNames(directory)) {
    const path = join(directory, name);
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < before) rmSync(path, { force: true });
  }
}

/** Drops unreadable lines. The order of the rest is kept: a fact's place says what came before what. */
function tidy(path: string, size: number): number {
  const { facts, skipped } = readJournal(readPrivate(nodeSystem, path) ?? '');
  if (skipped === 0) return 0;
  const text = facts.map((fact) => `${JSON.stringify(fact)}\n`).join('');
  const draft = `${path}.compact`;
  replacePrivate(nodeSystem, draft, text);
  // A hook may have appended in between: then the journal stays as it is.
  if (statSync(path).size !== size) {
    rmSync(draft, { force: true });
    return 0;
  }
  renameSync(draft, path);
  return size - Buffer.byteLength(text);
}
