import { statSync } from 'node:fs';

/** The clock of a file system ticks every few milliseconds: a file changed this recently may change again within the same tick. */
const TICK_MS = 25;

/** Tells whether a file is still the one that was read; null when there is none. */
export function fileStamp(path: string): string | null {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? null : `${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.ino}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? null : 'unreadable';
  }
}

/** For keeping: a stamp too young to be trusted is replaced by one that fits nothing, so that the file is looked at again. */
export function settledStamp(path: string): string | null {
  const stamp = fileStamp(path);
  const changed = stamp === null ? undefined : stamp.split(' ')[2];
  if (changed === undefined) return stamp;
  return Number(BigInt(changed) / 1_000_000n) > Date.now() - TICK_MS ? 'young' : stamp;
}
