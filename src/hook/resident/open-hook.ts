import { nodeSystem } from '../../system/node/system.ts';
import { modeFromEnvironment, segmentBytes } from '../host.ts';
import { type Env, stateDirectory } from '../policy-files/locations.ts';
import { rebuildPolicy } from '../policy-cache/rebuild-policy.ts';
import { followedState } from '../../session/store/followed-state.ts';
import { batchAudit } from '../../audit/chain/batch-audit.ts';
import { trailWriter } from '../../audit/chain/trail-writer.ts';
import type { GivenPolicy } from './given-policy.ts';
import { findProduct } from './product.ts';
import { createResidentHook, type ResidentHook } from './resident-hook.ts';

export interface OpenOptions {
  env: Env;
  cwd: string;
  given?: GivenPolicy | undefined;
}

export interface OpenHook extends ResidentHook {
  /** Calls back when every answer so far is on record, or with what kept it from getting there. */
  settled: (done: (problem: Error | null) => void) => void;
  /** Of the last answer; `none` as well where nothing could be judged. */
  verdict: () => string;
}

/** A resident hook on the same policies, sessions and audit trail as the dispatcher: the two may work side by side. */
export function openHook({ env, cwd, given }: OpenOptions): OpenHook {
  const directory = stateDirectory(nodeSystem, env);
  let started = 0;
  let verdict = 'none';
  const product = findProduct();
  const audit = batchAudit({
    mode: modeFromEnvironment(env),
    writer: trailWriter({ system: nodeSystem, stateDirectory: directory, segmentBytes: segmentBytes(env) }),
  });
  let isWaiting = false;
  /** Only while something is waiting to be written: a program may open a hook for each of its sessions, and end none of them. */
  const flushAtExit = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    process.once('exit', audit.flush);
    audit.settled(() => {
      isWaiting = false;
      process.off('exit', audit.flush);
    });
  };
  const hook = createResidentHook({
    env,
    cwd,
    given,
    version: product.version,
    shipped: product.shipped,
    rebuild: rebuildPolicy,
    sessions: followedState(directory),
    elapsed: () => performance.now() - started,
    audit: {
      append: (record) => {
        ({ verdict } = record);
        try {
          audit.append(record);
        } finally {
          flushAtExit();
        }
      },
    },
  });
  return {
    answer: (payload, call) => {
      started = performance.now();
      verdict = 'none';
      return hook.answer(payload, call);
    },
    settled: audit.settled,
    verdict: () => verdict,
  };
}
