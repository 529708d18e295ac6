import { lstatSync, rmSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { removeLeftLock } from '../../system/files/lock.ts';
import { readPrivate, replacePrivate } from '../../system/files/private-files.ts';
import { listNames } from '../../system/node/files.ts';
import { nodeSystem } from '../../system/node/system.ts';
import { readJournal, sessionsDirectory } from './file-state.ts';

export interface Compacted {
  /** Journals of sessions without a fact for a month. */
  sessions: number;
  /** Snapshots of journals, marks, refused calls, grants, locks and drafts that are no longer needed. */
  others: number;
  bytes: number;
}

const DAY = 86_400_000;
const MONTH = 30 * DAY;

/** A grant holds for minutes; the claim that says it was spent stays much longer than the grant itself. */
const KEPT: readonly { folder: string; names: RegExp; forMs: number }[] = [
  { folder: 'folds', names: /^[a-z0-9_~-]+$/, forMs: MONTH },
  { folder: 'forks', names: /^[a-z0-9_~-]+$/, forMs: MONTH },
  { folder: 'told', names: /^[a-z0-9]{14}$/, forMs: MONTH },
  { folder: 'claims', names: /^[0-9a-f]{64}-\d+$/, forMs: MONTH },
  { folder: 'offers', names: /^[0-9a-f]{64}$/, forMs: DAY },
  { folder: 'grants', names: /^[0-9a-f]{64}$/, forMs: DAY },
];

/** What a process leaves that was killed while it replaced a file. */
const DRAFT = /\.\d+\.[a-z0-9]+\.tmp$/;

/**
 * Housekeeping, for commands and the server; never in the hook's path. Only files that are ours by their name, and journals also by what they say, are
 * removed: a state directory that was set by mistake may hold the files of another program.
 */
export function compactState(stateDirectory: string, now: number): Compacted {
  const done: Compacted = { sessions: 0, others: 0, bytes: 0 };
  const sessions = sessionsDirectory(stateDirectory);
  for (const { path, stat } of oldFiles(sessions, /\.jsonl$/, now - MONTH)) {
    if (readJournal(readPrivate(nodeSystem, path) ?? '').facts.length === 0) continue;
    remove(path, stat);
    done.sessions++;
  }
  for (const { folder, names, forMs } of KEPT) removeOthers(join(stateDirectory, folder), names, now - forMs);
  for (const folder of ['', 'policies', 'sessions', ...KEPT.map((one) => one.folder)])
    removeOthers(join(stateDirectory, folder), DRAFT, now - DAY);
  const locks = join(stateDirectory, 'locks');
  for (const { path } of oldEntries(locks, now - DAY)) if (removeLeftLock(nodeSystem, path)) done.others++;
  return done;

  function removeOthers(directory: string, names: RegExp, before: number): void {
    for (const { path, stat } of oldFiles(directory, names, before)) {
      remove(path, stat);
      done.others++;
    }
  }

  function remove(path: string, { size }: Stats): void {
    rmSync(path, { force: true });
    done.bytes += size;
  }
}

/** Commands that are about something else tidy up at most once a day, where there is anything. */
export function compactionIsDue(stateDirectory: string, now: number): boolean {
  if (statOf(stateDirectory)?.isDirectory() !== true) return false;
  const age = now - (statOf(stampFile(stateDirectory))?.mtimeMs ?? 0);
  // A stamp of the future was written while the clock was wrong.
  return age < 0 || age >= DAY;
}

export function stampCompaction(stateDirectory: string): void {
  replacePrivate(nodeSystem, stampFile(stateDirectory), '');
}

function stampFile(stateDirectory: string): string {
  return join(stateDirectory, 'compacted');
}

function oldFiles(directory: string, names: RegExp, before: number): { path: string; stat: Stats }[] {
  return oldEntries(directory, before).filter(({ name, stat }) => stat.isFile() && names.test(name));
}

/** Links are not followed. */
function oldEntries(directory: string, before: number): { name: string; path: string; stat: Stats }[] {
  if (statOf(directory)?.isDirectory() !== true) return [];
  return listNames(directory).flatMap((name) => {
    const path = join(directory, name);
    const stat = statOf(path);
    return stat !== undefined && stat.mtimeMs < before ? [{ name, path, stat }] : [];
  });
}

function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
