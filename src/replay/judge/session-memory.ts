import type { StatePort } from '../../session/state-port.ts';
import { createFold, emptySession } from '../../session/state.ts';

/** What sessions remember, folded as the facts come: the thousandth edit costs what the first did. Readers get the state itself and must not change it. */
export function createSessionMemory(): StatePort & { forgetAll: () => void } {
  const sessions = new Map<string, ReturnType<typeof createFold>>();
  return {
    append: (session, facts) => {
      const fold = sessions.get(session) ?? createFold();
      sessions.set(session, fold);
      for (const fact of facts) fold.add(fact);
    },
    fold: (session) => sessions.get(session)?.state ?? emptySession(),
    forgetAll: () => sessions.clear(),
  };
}
