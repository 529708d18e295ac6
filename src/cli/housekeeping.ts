import { stateDirectory } from '../hook/policy-files/locations.ts';
import { compactionIsDue, compactState, stampCompaction } from '../session/store/compact.ts';
import { nodeSystem } from '../system/node/system.ts';
import { agentAmongAncestors } from './person/ancestry.ts';

type Env = Readonly<Record<string, string | undefined>>;

const DAY = 86_400_000;

/** At most once a day. Nothing an agent has started removes anything of ours. */
export function tidyUp(env: Env): void {
  try {
    const directory = stateDirectory(nodeSystem, env);
    const now = Date.now();
    if (!compactionIsDue(directory, now) || agentAmongAncestors(env) !== null) return;
    stampCompaction(directory);
    compactState(directory, now);
  } catch {
    // No command fails because there was something to tidy up; `hookctl doctor` says why it does not work.
  }
}

/** For a program that stays: now, and then once a day. */
export function tidyUpDaily(env: Env): void {
  tidyUp(env);
  setInterval(() => tidyUp(env), DAY).unref();
}
