import { dirname, join } from 'node:path';
import { textKey } from '../../protocol/text/text-key.ts';
import type { System } from '../ports.ts';
import { ensurePrivateDirectory } from './private-files.ts';
import { readFile } from './read-file.ts';

export interface Lock {
  release: () => void;
}

/** The process that holds a lock. */
export interface LockOwner {
  pid: number;
  /** `unknown`: it belongs to another machine or container, whose processes cannot be seen from here. */
  state: 'running' | 'ended' | 'unknown';
}

export type Claim = { lock: Lock; waited: boolean } | { heldBy: LockOwner };

const POLL_MS = 15;

/**
 * One holder at a time, across processes. A lock is a directory that holds one file, named after its owner.
 *
 * - A claim renames a directory that already names its owner to the lock's place. That succeeds only where there is none or an empty one, so there is no
 *   moment in which a lock has no owner, and of many claims one wins.
 * - A process that finds that the owner has ended removes the file of that name, and can remove no other: a second process that found the same, and is late, does
 *   not hit the lock of the one that came first. Releasing removes one's own file in the same way.
 */
export function claimLock(system: System, path: string, { patienceMs }: { patienceMs: number }): Claim {
  const until = Date.now() + patienceMs;
  for (let waited = false; ; waited = true) {
    const heldBy = freeOfEnded(system, path);
    const lock = heldBy === null ? tryClaim(system, path) : null;
    if (lock !== null) return { lock, waited };
    // Without a name: another process claimed it in this moment.
    if (Date.now() >= until) return { heldBy: heldBy ?? { pid: 0, state: 'unknown' } };
    system.pause(POLL_MS);
  }
}

/** Removes an old lock or draft of one, unless its owner runs here; true: it was removed. */
export function removeLeftLock(system: System, path: string): boolean {
  const [name] = namesIn(system, path);
  if (name !== undefined && readOwner(system, name).state === 'running') return false;
  if (name === undefined) removeIfEmpty(system, path);
  else removeOwner(system, path, name);
  return true;
}

/** The holder of the lock; null: none. The lock of an ended process is removed. */
function freeOfEnded(system: System, path: string): LockOwner | null {
  const [name] = namesIn(system, path);
  if (name === undefined) removeIfEmpty(system, path);
  else {
    const owner = readOwner(system, name);
    if (owner.state !== 'ended') return owner;
    removeOwner(system, path, name);
  }
  return null;
}

function tryClaim(system: System, path: string): Lock | null {
  const { files } = system;
  const { O_WRONLY, O_CREAT, O_EXCL } = files.flags;
  ensurePrivateDirectory(system, dirname(path));
  const name = ownName(system);
  const draft = `${path}.${name}`;
  files.makeDirectory(draft, 0o700);
  try {
    files.close(files.open(join(draft, name), O_WRONLY | O_CREAT | O_EXCL, 0o600));
    files.rename(draft, path);
    return { release: () => removeOwner(system, path, name) };
  } catch (error) {
    removeOwner(system, draft, name);
    if (TAKEN.includes((error as { code?: string }).code ?? '')) return null;
    throw error;
  }
}

/** What `rename` says of a directory that is not empty; the last two on Windows. */
const TAKEN = ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'];

function removeOwner(system: System, path: string, name: string): void {
  system.files.removeFile(join(path, name));
  removeIfEmpty(system, path);
}

/** Windows cannot rename to the place of an empty directory. */
function removeIfEmpty({ files }: System, path: string): void {
  try {
    files.removeDirectory(path);
  } catch {
    // It is gone, or has a new owner.
  }
}

/** Process, when it was started, where it runs, and when the claim was made: never the same twice. */
function ownName(system: System): string {
  const pid = system.processId();
  const unique = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  return [pid, startOf(system, pid) ?? '', placeOfProcesses(system), unique].join('-');
}

function readOwner(system: System, name: string): LockOwner {
  const [number = '', start = '', place = ''] = name.split('-');
  const pid = Number(number);
  if (!(pid > 0) || place !== placeOfProcesses(system)) return { pid, state: 'unknown' };
  return { pid, state: isRunning(system, pid, start) ? 'running' : 'ended' };
}

function isRunning(system: System, pid: number, start: string): boolean {
  // The number of an ended process is given to another one, sooner or later.
  if (start !== '') return startOf(system, pid) === start;
  // A host that cannot ask waits.
  return system.isRunning(pid) ?? true;
}

/** When a process was started, in ticks since the machine was; null: there is no such process, it has ended, or this system does not say. */
function startOf(system: System, pid: number): string | null {
  const stat = readSystemFile(system, `/proc/${pid}/stat`);
  // The name in brackets may hold anything, brackets included.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = ''] = fields;
  return state === '' || 'ZX'.includes(state) ? null : (fields[19] ?? null);
}

/** The same for all processes that can see each other by number: one boot of one machine, one container. */
function placeOfProcesses(system: System): string {
  const boot = readSystemFile(system, '/proc/sys/kernel/random/boot_id').trim();
  const container = system.files.stat('/proc/self/ns/pid')?.inode ?? '';
  return boot === '' ? 'here' : textKey(`${boot} ${container}`);
}

function readSystemFile(system: System, path: string): string {
  try {
    return readFile(system, path);
  } catch {
    return '';
  }
}

function namesIn({ files }: System, path: string): string[] {
  try {
    return files.namesIn(path).sort();
  } catch {
    return [];
  }
}
