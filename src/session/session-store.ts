import type { Fact, SessionState } from './state.ts';

export interface SessionStore {
  /** One write per call, all facts of one event together; concurrent writers must not tear or lose lines. */
  append: (session: string, facts: readonly Fact[]) => void;
  /** The journal folded with `foldFacts`; lines that cannot be read are skipped. */
  fold: (session: string) => SessionState;
}
