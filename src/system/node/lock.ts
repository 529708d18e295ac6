import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { textKey } from '../../protocol/text/text-key.ts';
import { listNames } from './files.ts';
import { pause } from './pause.ts';
import { ensurePrivateDirectory } from './private-files.ts';

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
 * - Whoever finds that the owner has ended removes the file of that name, and can remove no other: a second process that found the same, and is late, does
 *   not hit the lock of the one that came first. Releasing removes one's own file in the same way.
 */
export function claimLock(path: string, { patienceMs }: { patienceMs: number }): Claim {
  const until = Date.now() + patienceMs;
  for (let waited = false; ; waited = true) {
    const heldBy = freeOfEnded(path);
    const lock = heldBy === null ? tryClaim(path) : null;
    if (lock !== null) return { lock, waited };
    // Without a name: somebody else claimed it in this moment.
    if (Date.now() >= until) return { heldBy: heldBy ?? { pid: 0, state: 'unknown' } };
    pause(POLL_MS);
  }
}

/** Who holds the lock; null: nobody. What an ended process left behind is removed. */
function freeOfEnded(path: string): LockOwner | null {
  const [name] = listNames(path);
  if (name === undefined) removeIfEmpty(path);
  else {
    const owner = readOwner(name);
    if (owner.state !== 'ended') return owner;
    removeOwner(path, name);
  }
  return null;
}

function tryClaim(path: string): Lock | null {
  ensurePrivateDirectory(dirname(path));
  const name = ownName();
  const draft = `${path}.${name}`;
  mkdirSync(draft, { mode: 0o700 });
  try {
    closeSync(openSync(join(draft, name), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600));
    renameSync(draft, path);
    return { release: () => removeOwner(path, name) };
  } catch (error) {
    removeOwner(draft, name);
    if (TAKEN.includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** What `rename` says of a directory that is not empty; the last two on Windows. */
const TAKEN = ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'];

function removeOwner(path: string, name: string): void {
  rmSync(join(path, name), { force: true });
  removeIfEmpty(path);
}

/** Windows cannot rename to the place of an empty directory. */
function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // It is gone, or has a new owner.
  }
}

/** Process, when it was started, where it runs, and when the claim was made: never the same twice. */
function ownName(): string {
  const { pid } = process;
  const unique = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  return [pid, startOf(pid) ?? '', placeOfProcesses(), unique].join('-');
}

function readOwner(name: string): LockOwner {
  const [number = '', start = '', place = ''] = name.split('-');
  const pid = Number(number);
  if (!(pid > 0) || place !== placeOfProcesses()) return { pid, state: 'unknown' };
  return { pid, state: isRunning(pid, start) ? 'running' : 'ended' };
}

function isRunning(pid: number, start: string): boolean {
  // The number of an ended process is given to another one, sooner or later.
  if (start !== '') return startOf(pid) === start;
  // The native host cannot ask: it waits.
  if (typeof process.kill !== 'function') return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** When a process was started, in ticks since the machine was; null: there is no such process, it has ended, or this system does not say. */
function startOf(pid: number): string | null {
  const stat = readSystemFile(`/proc/${pid}/stat`);
  // The name in brackets may hold anything, brackets included.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = ''] = fields;
  return state === '' || 'ZX'.includes(state) ? null : (fields[19] ?? null);
}

/** The same for all processes that can see each other by number: one boot of one machine, one container. */
function placeOfProcesses(): string {
  const boot = readSystemFile('/proc/sys/kernel/random/boot_id').trim();
  const container = statSync('/proc/self/ns/pid', { throwIfNoEntry: false })?.ino ?? '';
  return boot === '' ? 'here' : textKey(`${boot} ${container}`);
}

function readSystemFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
