import { wordTroubleAt } from '../protocol/text/file-trouble.ts';
import { compactState } from '../session/store/compact.ts';
import { accessSync, constants, lstatSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { statOrNull } from '../system/node/files.ts';
import { type DoctorCheck, notesOf, type Notes } from './check.ts';

const LITTLE = 100 * 1024 * 1024;
const NOTHING = 1024 * 1024;

/** Can the hook remember and record? Nothing is written to find out. */
export function directoryChecks(stateDirectory: string): DoctorCheck[] {
  const notes = notesOf('State');
  const existing = ['', 'sessions', 'folds', 'audit', 'policies']
    .map((name) => join(stateDirectory, name))
    .filter(isThere);
  const parent = nearest(stateDirectory);
  if (existing.length === 0 && !mayWrite(parent))
    notes.fail('state-unusable', 'The state directory does not exist and cannot be created.', {
      where: stateDirectory,
      fix: `Make ${parent} writable, or set HOOKCTL_STATE_DIR. ${LOST}`,
    });
  for (const path of existing) checkDirectory(path, path === stateDirectory, notes);
  checkSpace(parent, notes);
  if (notes.all.length === 0)
    notes.ok(
      'state',
      existing.length === 0 ? 'It does not exist yet; the first event creates it.' : 'Private and writable.',
      {
        where: stateDirectory,
      },
    );
  return notes.all;
}

const LOST = 'Until then edit counts, test gates, allow-once and the audit trail do not work.';

/** What the hook would refuse is a problem. It asks only about the directories it writes to, not about the one around them. */
function checkDirectory(path: string, isOuter: boolean, notes: Notes): void {
  const stat = isOuter ? statOrNull(path) : lstatSync(path);
  const refuse = (what: string, fix: string): void =>
    notes.fail('state-unusable', what, { where: path, fix: `${fix} ${LOST}` });
  if (stat?.isDirectory() !== true)
    return refuse('This is not a directory.', 'Move it away, or set HOOKCTL_STATE_DIR.');
  const uid = process.getuid?.();
  if (!mayWrite(path)) return refuse('This cannot be written.', `chmod u+w ${path}, or set HOOKCTL_STATE_DIR.`);
  if (uid === undefined) return;
  if (!isOuter && uid !== 0 && stat.uid !== uid)
    return refuse(
      'This directory belongs to another user; hookctl does not use it.',
      'chown it, or set HOOKCTL_STATE_DIR.',
    );
  if ((stat.mode & 0o022) !== 0 && !(isOuter && (stat.mode & 0o1000) !== 0))
    return refuse('Other users can write to this directory; hookctl does not use it.', `chmod 700 ${path}`);
  if (!isOuter && (stat.mode & 0o077) !== 0)
    notes.warn('state-open', 'Other users can read this directory.', {
      where: path,
      fix: `chmod 700 ${path}`,
    });
}

function checkSpace(path: string, notes: Notes): void {
  let free: number;
  try {
    const { bavail, bsize } = statfsSync(path);
    free = bavail * bsize;
  } catch {
    return;
  }
  const what = `Only ${Math.floor(free / 1024 / 1024)} MB are free in the state directory.`;
  if (free < NOTHING)
    notes.fail('disk-full', what, {
      where: path,
      fix: 'Free some space; otherwise hookctl can neither remember nor record anything.',
    });
  else if (free < LITTLE) notes.warn('disk-nearly-full', what, { where: path, fix: 'Make room.' });
}

function nearest(path: string): string {
  let at = path;
  while (!isThere(at) && dirname(at) !== at) at = dirname(at);
  return at;
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The only thing doctor changes: it removes state that no rule can ask for any more. */
export function compactionChecks(stateDirectory: string): DoctorCheck[] {
  const notes = notesOf('State');
  try {
    const { sessions, others, bytes } = compactState(stateDirectory, Date.now());
    if (sessions + others > 0)
      notes.ok(
        'compacted',
        `Removed what is no longer needed (${Math.ceil(bytes / 1024)} KB): sessions without an event for 30 days: ${sessions}, older marks, snapshots and grants: ${others}.`,
        { where: stateDirectory },
      );
  } catch (error) {
    notes.warn('not-compacted', `State that is no longer needed could not be removed: ${wordTroubleAt(error)}.`, {
      where: stateDirectory,
      fix: 'Give yourself permission to remove these files.',
    });
  }
  return notes.all;
}
