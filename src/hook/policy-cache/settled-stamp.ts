import { nodeSystem } from '../../system/node/system.ts';

/** The clock of a file system ticks every few milliseconds: a file changed this recently may change again within the same tick. */
const TICK_MS = 25;

/** For keeping: a stamp too young to be trusted is replaced by one that matches nothing, so that the file is checked again. */
export function settledStamp(path: string): string | null {
  const stamp = nodeSystem.files.stamp(path);
  const changed = stamp === null ? undefined : stamp.split(' ')[2];
  if (changed === undefined) return stamp;
  return Number(BigInt(changed) / 1_000_000n) > Date.now() - TICK_MS ? 'young' : stamp;
}
