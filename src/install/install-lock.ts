import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { claimPrivate } from '../system/node/private-files.ts';

const PATIENCE_MS = 10_000;
const STALE_MS = 30_000;

/** One hookctl at a time edits settings. Others who edit them know nothing of this; `replaceFile` looks out for them. */
export function withInstallLock<R>(stateDirectory: string, act: () => R): R {
  const lock = join(stateDirectory, 'installs', 'lock');
  const until = Date.now() + PATIENCE_MS;
  while (!claimPrivate(lock)) {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    // Left behind by a process that was killed.
    if (age > STALE_MS || Date.now() > until) rmSync(lock, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
  try {
    return act();
  } finally {
    rmSync(lock, { force: true });
  }
}
