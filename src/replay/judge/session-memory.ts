import { createFold, emptySession } from '../../session/state.ts';
import type { SessionStore } from '../../session/session-store.ts';

/** What sessions remember, folded as the facts come: the thousandth edit costs what the first did. */
export function createSessionMemory(): SessionStore & { clear: () => void } {
  const sessions = new Map<string, ReturnType<typeof createFold>>();
  return {
    append: (session, facts) => {
      const fold = sessions.get(session) ?? createFold();
      sessions.set(session, fold);
      // An offer to allow a call once is for a person at that moment; in a replay nobody takes it up.
      for (const fact of facts) if (fact.kind !== 'once-offered') fold.add(fact);
    },
    fold: (session) => sessions.get(session)?.state ?? emptySession(),
    clear: () => sessions.clear(),
  };
}
