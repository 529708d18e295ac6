import type { SessionStore } from '../session-store.ts';
import { type Fact, foldFacts } from '../state.ts';

/** For tests, replays and everything that must not leave a trace. */
export function memoryState(): SessionStore {
  const journals = new Map<string, Fact[]>();
  return {
    append: (session, facts) => {
      journals.set(session, [...(journals.get(session) ?? []), ...structuredClone([...facts])]);
    },
    fold: (session) => foldFacts(journals.get(session) ?? []),
  };
}
