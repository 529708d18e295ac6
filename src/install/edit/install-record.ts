import { nodeSystem } from '../../system/node/system.ts';
import { rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { listNames } from '../../system/node/files.ts';
import { readPrivate, replacePrivate } from '../../system/files/private-files.ts';
import { textKey } from '../../protocol/text/text-key.ts';
import { NO_TRACES, type Traces } from './hook-edits.ts';

/** What only we know about a file we wrote into, so that uninstalling restores the file. If it is lost, nothing breaks: empty brackets may stay behind. */
export interface InstallRecord {
  path: string;
  traces: Traces;
  createdFile: boolean;
  /** Outermost first. */
  createdDirectories: string[];
  /** Of files that are ours as a whole: what we wrote. */
  written: string | null;
}

function recordPath(stateDirectory: string, path: string): string {
  return join(stateDirectory, 'installs', `${textKey(path)}.json`);
}

export function readInstallRecord(stateDirectory: string, path: string): InstallRecord | null {
  try {
    const text = readPrivate(nodeSystem, recordPath(stateDirectory, path));
    const value = text === null ? null : (JSON.parse(text) as Partial<InstallRecord> | null);
    if (value === null || value.path !== path) return null;
    return { traces: NO_TRACES, createdFile: false, createdDirectories: [], written: null, ...value, path };
  } catch {
    return null;
  }
}

/** The files that we have written into and not been taken out of again. */
export function recordedPaths(stateDirectory: string): string[] {
  const directory = join(stateDirectory, 'installs');
  return listNames(directory).flatMap((name) => {
    if (!name.endsWith('.json') || name.endsWith('.executable.json')) return [];
    try {
      const { path } = JSON.parse(readPrivate(nodeSystem, join(directory, name)) ?? '') as { path?: unknown };
      return typeof path === 'string' && isAbsolute(path) ? [path] : [];
    } catch {
      return [];
    }
  });
}

export function writeRecord(stateDirectory: string, record: InstallRecord): void {
  replacePrivate(nodeSystem, recordPath(stateDirectory, record.path), `${JSON.stringify(record, null, 2)}\n`);
}

export function forgetRecord(stateDirectory: string, path: string): void {
  rmSync(recordPath(stateDirectory, path), { force: true });
}
