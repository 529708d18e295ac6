import { modeOf } from '../app.ts';
import { fileAudit } from '../audit/file-audit.ts';
import { type Env, stateDirectory } from '../config/locations.ts';
import { rebuildPolicy } from '../config/rebuild-policy.ts';
import { followedState } from '../state/followed-state.ts';
import { findProduct } from './product.ts';
import { createResidentHook, type ResidentHook } from './resident-hook.ts';

export interface OpenOptions {
  env: Env;
  cwd: string;
}

/** A resident hook on the same policies, sessions and audit trail as the dispatcher: the two may work side by side. */
export function openHook({ env, cwd }: OpenOptions): ResidentHook {
  const state = stateDirectory(env);
  let started = 0;
  const hook = createResidentHook({
    env,
    cwd,
    ...findProduct(),
    rebuild: rebuildPolicy,
    state: followedState(state),
    audit: fileAudit({ stateDirectory: state, mode: modeOf(env), elapsed: () => performance.now() - started }),
  });
  return {
    answer: (payload, call) => {
      started = performance.now();
      return hook.answer(payload, call);
    },
  };
}
