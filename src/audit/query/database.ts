import { closeSync, lstatSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type Database from 'libsql';
import { listNames } from '../../system/node/files.ts';
import { fillStore } from './fill.ts';
import { createTables, LAYOUT, sqliteStore } from './sqlite-store.ts';
import type { Store } from './store.ts';

export type OpenDatabase = (path: string) => Database.Database;

/** How long to wait for a process that is making the index of a long trail. */
const PATIENCE_MS = 30_000;

/** Loaded when it is needed, and not part of the bundle: it is native code, and not every platform has it. */
export async function loadDatabase(): Promise<OpenDatabase> {
  const { default: Libsql } = await import('libsql');
  return (path) => {
    const database = new Libsql(path, { timeout: PATIENCE_MS });
    database.exec('PRAGMA synchronous = NORMAL');
    return database;
  };
}

export function indexPath(stateDirectory: string): string {
  return join(stateDirectory, 'index.sqlite');
}

/** The index as it is; made anew when there is none, or one of another layout. */
export function openStore(open: OpenDatabase, stateDirectory: string): Store {
  const path = indexPath(stateDirectory);
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return rebuildStore(open, stateDirectory);
  const database = open(path);
  const { user_version: layout } = database.prepare('PRAGMA user_version').get([]) as { user_version: number };
  if (layout === LAYOUT) return sqliteStore(database);
  database.close();
  return rebuildStore(open, stateDirectory);
}

/** Made beside the old one and put in its place when it is whole: processes that are at work keep what they have open. */
export function rebuildStore(open: OpenDatabase, stateDirectory: string): Store {
  const path = indexPath(stateDirectory);
  const draft = `${path}.${process.pid}.${Date.now().toString(36)}.tmp`;
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    const database = open(draft);
    try {
      createTables(database, (store) => fillStore(store, stateDirectory));
    } finally {
      database.close();
    }
    // What a killed process left undone belongs to the old file.
    rmSync(`${path}-journal`, { force: true });
    renameSync(draft, path);
  } finally {
    removeDrafts(path, draft);
  }
  return sqliteStore(open(path));
}

const ABANDONED_MS = 3_600_000;

function removeDrafts(path: string, own: string): void {
  for (const name of listNames(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    const file = join(dirname(path), name);
    const idle = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity);
    if (file.startsWith(own) || idle > ABANDONED_MS) rmSync(file, { force: true });
  }
}

/** `broken`: it must be made again. `unusable`: locked for too long, no room, not writable … */
export function databaseTrouble(error: unknown): 'broken' | 'unusable' | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && /^SQLITE_(?:NOTADB|CORRUPT)/.test(code)) return 'broken';
  const ours = error.name === 'SqliteError' || (typeof code === 'string' && /^(?:SQLITE|E[A-Z]+$)/.test(code));
  return ours || error.message.startsWith('ConnectionFailed') ? 'unusable' : null;
}
