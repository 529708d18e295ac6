import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { claimPrivate } from '../../system/node/private-files.ts';
import { Refusal } from '../refusal.ts';

const PATIENCE_MS = 10_000;
const STALE_MS = 30_000;

/** One hookctl at a time edits settings. Others who edit them know nothing of this; `replaceFile` looks out for them. */
export function withInstallLock<R>(stateDirectory: string, act: () => R): R {
  const lock = join(stateDirectory, 'installs', 'lock');
  const until = Date.now() + PATIENCE_MS;
  while (!inState(stateDirectory, () => claimPrivate(lock))) {
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

/** Without its state, `uninstall` could not give back what was there, and nobody would have a backup: so nothing is written at all. */
export function inState<R>(stateDirectory: string, act: () => R): R {
  try {
    return act();
  } catch (error) {
    const why = (error as Error).message;
    throw new Refusal(`the state directory ${stateDirectory} cannot be used (${why}); nothing was written`);
  }
}
