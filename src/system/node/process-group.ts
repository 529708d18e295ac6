import { closeSync, existsSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';
import { isAtOrBelow } from '../../protocol/text/path-below.ts';

/** Signals a process and all of its group; a group that is gone already is fine. */
export function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // ESRCH: nothing left to signal.
  }
}

/**
 * Ends what left its process group: a daemon that called setsid is found by a variable of its environment.
 * Linux only; elsewhere the group kill is all there is. Returns the pids it ended.
 */
export function sweepByEnvironment(name: string, value: string): number[] {
  const marker = `\0${name}=${value}\0`;
  // One for all processes: `readFileSync` would take 64 KiB for each.
  const space = Buffer.allocUnsafe(16_384);
  return sweep((pid) => environmentHas(pid, marker, space));
}

/** Ends what works in a directory that is ours alone: a daemon that has dropped its environment, too, is still there. Linux only. */
export function sweepByDirectory(directory: string): number[] {
  return sweep((pid) => worksBelow(pid, directory));
}

/** `isMeant` answers null where it cannot tell yet: a process that is being replaced by another program shows nothing for a moment. */
function sweep(isMeant: (pid: number) => boolean | null): number[] {
  if (process.platform !== 'linux') return [];
  const seen = new Set<string>([String(process.pid)]);
  const looks = new Map<string, number>();
  const ended: number[] = [];
  // A daemon may fork while the list is read: the list is read again until no new process appears.
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const fresh = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && !seen.has(entry));
    if (fresh.length === 0) break;
    for (const entry of fresh) {
      const meant = isMeant(Number(entry));
      const times = (looks.get(entry) ?? 0) + 1;
      looks.set(entry, times);
      if (meant !== null || times >= MOST_LOOKS) seen.add(entry);
      if (meant === true && kill(Number(entry))) ended.push(Number(entry));
    }
  }
  return ended;
}

/** The loop must end even on a machine that starts processes faster than they can be listed. */
const MOST_ROUNDS = 100;
/** A process that hides its environment shows nothing at any time. */
const MOST_LOOKS = 8;

function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    // It ended in between, or it is not ours to end.
    return false;
  }
}

function environmentHas(pid: number, marker: string, space: Buffer): boolean | null {
  try {
    // Threads of the kernel and processes that have ended have no program, and will never show an environment.
    if (!existsSync(`/proc/${pid}/exe`)) return false;
    const environment = readText(`/proc/${pid}/environ`, space);
    return environment === '' ? null : `\0${environment}\0`.includes(marker);
  } catch {
    return false;
  }
}

function readText(path: string, space: Buffer): string {
  const file = openSync(path, 'r');
  try {
    let text = '';
    for (let bytes = readSync(file, space); bytes > 0; bytes = readSync(file, space))
      text += space.toString('latin1', 0, bytes);
    return text;
  } finally {
    closeSync(file);
  }
}

function worksBelow(pid: number, directory: string): boolean {
  try {
    return isAtOrBelow(directory, readlinkSync(`/proc/${pid}/cwd`));
  } catch {
    return false;
  }
}
