import { readdirSync, readFileSync } from 'node:fs';

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
  if (process.platform !== 'linux') return [];
  const marker = `${name}=${value}`;
  const ended: number[] = [];
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid || !environmentHas(pid, marker)) continue;
    try {
      process.kill(pid, 'SIGKILL');
      ended.push(pid);
    } catch {
      // Ended by itself in between, or not ours to end.
    }
  }
  return ended;
}

function environmentHas(pid: number, marker: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(marker);
  } catch {
    return false;
  }
}
