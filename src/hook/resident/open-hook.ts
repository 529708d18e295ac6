import { modeOf, segmentBytes } from '../host.ts';
import { type Env, stateDirectory } from '../policy-files/locations.ts';
import { rebuildPolicy } from '../policy-cache/rebuild-policy.ts';
import { followedState } from '../../session/store/followed-state.ts';
import { findProduct } from './product.ts';
import { queuedAudit } from './queued-audit.ts';
import { createResidentHook, type ResidentHook } from './resident-hook.ts';
import { trailWriter } from './trail-writer.ts';

export interface OpenOptions {
  env: Env;
  cwd: string;
  /** Nothing but this hook runs in the process: in one turn of the event loop the world is looked at once. */
  isAlone?: boolean;
}

export interface OpenHook extends ResidentHook {
  /** Calls back when what was answered so far is on record. */
  settled: (done: () => void) => void;
}

/** A resident hook on the same policies, sessions and audit trail as the dispatcher: the two may work side by side. */
export function openHook({ env, cwd, isAlone = false }: OpenOptions): OpenHook {
  const directory = stateDirectory(env);
  let started = 0;
  const product = findProduct();
  const audit = queuedAudit({
    mode: modeOf(env),
    elapsed: () => performance.now() - started,
    write: trailWriter({ stateDirectory: directory, segmentBytes: segmentBytes(env) }),
  });
  process.once('exit', audit.flush);
  let turn = 0;
  const turns = isAlone ? () => turn : undefined;
  const hook = createResidentHook({
    env,
    cwd,
    version: product.version,
    shipped: product.shipped,
    rebuild: rebuildPolicy,
    state: followedState(directory, turns),
    audit,
    turn: turns,
  });
  return {
    answer: (payload, call) => {
      started = performance.now();
      turn = audit.turn();
      return hook.answer(payload, call);
    },
    settled: audit.settled,
  };
}
