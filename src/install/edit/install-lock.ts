import { nodeSystem } from '../../system/node/system.ts';
import { join } from 'node:path';
import { type Claim, claimLock, type LockOwner } from '../../system/files/lock.ts';
import { Refusal } from '../refusal.ts';
import { wordTroubleAt } from '../../protocol/text/file-trouble.ts';

const PATIENCE_MS = 10_000;

/** One hookctl at a time edits settings. Others who edit them know nothing of this; `replaceFile` looks out for them. */
export function withInstallLock<R>(stateDirectory: string, act: () => R, patienceMs = PATIENCE_MS): R {
  const path = join(stateDirectory, 'locks', 'install');
  const claim: Claim = inState(stateDirectory, () => claimLock(nodeSystem, path, { patienceMs }));
  if ('heldBy' in claim) throw new Refusal(wordHeld(claim.heldBy, path));
  try {
    return act();
  } finally {
    claim.lock.release();
  }
}

function wordHeld({ pid, state }: LockOwner, path: string): string {
  if (state === 'running')
    return `another hookctl (process ${pid}) is changing settings; nothing was written. Try again when it has ended.`;
  return `another hookctl, on another machine or in another container, is changing settings; nothing was written. If it no longer runs, remove ${path}`;
}

/** Without its state, `uninstall` could not give back what was there, and there would be no backup: so nothing is written at all. */
export function inState<R>(stateDirectory: string, act: () => R): R {
  try {
    return act();
  } catch (error) {
    const why = wordTroubleAt(error);
    throw new Refusal(`the state directory ${stateDirectory} cannot be used (${why}); nothing was written`);
  }
}
