import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { textKey } from '../../protocol/text/text-key.ts';
import { backUp } from './backup.ts';
import { inState, withInstallLock } from './install-lock.ts';
import { forgetRecord, readInstallRecord, writeRecord } from './install-record.ts';
import { type FileChange, isChanged, isSamePlan, type Plan } from '../plan/plan.ts';
import { Refusal } from '../refusal.ts';
import { replaceFile } from './replace-file.ts';

export interface AppliedFile {
  path: string;
  status: 'created' | 'changed' | 'deleted' | 'unchanged';
  /** Where the text before is kept; null: there was none, or nothing changed. */
  backup: string | null;
}

/** `again`: the files are no longer what the plan was made from; here is a new one. */
export type Applied = { ok: true; files: AppliedFile[] } | { ok: false; again: Plan };

/** Does what was shown, or nothing: the plan is made once more under the lock and must still be the same. */
export function applyPlan(plan: Plan, make: () => Plan, stateDirectory: string, now: Date): Applied {
  if (!plan.changes.some(isChanged)) return { ok: true, files: plan.changes.map(unchanged) };
  return withInstallLock(stateDirectory, () => {
    const fresh = make();
    if (!isSamePlan(plan, fresh)) return { ok: false, again: fresh };
    const files: AppliedFile[] = [];
    const ownDirectories = fresh.changes.flatMap(
      ({ path }) => readInstallRecord(stateDirectory, path)?.createdDirectories ?? [],
    );
    for (const change of fresh.changes) {
      const applied = applyChange(change, stateDirectory, now);
      if (applied === null) return { ok: false, again: make() };
      files.push(applied);
    }
    if (files.some(({ status }) => status === 'deleted')) removeDirectories(ownDirectories);
    return { ok: true, files };
  });
}

function applyChange(change: FileChange, stateDirectory: string, now: Date): AppliedFile | null {
  const { path, before, after, record } = change;
  const earlier = readInstallRecord(stateDirectory, path);
  if (!isChanged(change)) {
    // It may have got the directories of another file, which goes.
    if (record !== null && record.createdDirectories.length > (earlier?.createdDirectories.length ?? 0))
      inState(stateDirectory, () => writeRecord(stateDirectory, record));
    return unchanged(change);
  }
  const newDirectories = after === null ? [] : makeDirectories(dirname(path));
  const isOurs = before !== null && earlier?.written === textKey(before);
  const backup =
    before === null || isOurs ? null : inState(stateDirectory, () => backUp(stateDirectory, path, before, now));
  // Before the file itself: a note about a file that was not written yet does no harm.
  if (record !== null) {
    const createdDirectories = [...record.createdDirectories, ...newDirectories];
    inState(stateDirectory, () => writeRecord(stateDirectory, { ...record, createdDirectories }));
  }
  let done: 'done' | 'changed';
  try {
    done = replaceFile(change);
  } catch (error) {
    removeDirectories(newDirectories);
    if (record !== null && earlier === null) forgetRecord(stateDirectory, path);
    throw error;
  }
  if (done === 'changed') return null;
  if (record === null) forgetRecord(stateDirectory, path);
  return { path, status: before === null ? 'created' : after === null ? 'deleted' : 'changed', backup };
}

function unchanged({ path }: FileChange): AppliedFile {
  return { path, status: 'unchanged', backup: null };
}

/** Those that were missing, outermost first. */
function makeDirectories(directory: string): string[] {
  const missing: string[] = [];
  for (let at = directory; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Refusal(`${directory}: cannot be created (${code ?? message}); nothing was written`);
  }
  return missing;
}

/** Only while they are empty: what others put there stays. */
function removeDirectories(directories: readonly string[]): void {
  for (const directory of [...directories].sort((a, b) => b.length - a.length)) {
    try {
      rmdirSync(directory);
    } catch {
      continue;
    }
  }
}
