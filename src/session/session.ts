import { createFold, type Fact, type SessionState } from './state.ts';
import { textKey } from '../protocol/text/text-key.ts';

/** One session, as the code that judges an event sees it. */
export interface Session {
  /** What the session remembers; read when a rule first needs it. */
  state: () => SessionState;
  append: (facts: readonly Fact[]) => void;
}

/** Where the facts of all sessions are kept. */
export interface SessionStore {
  /** One write per call, all facts of one event together; concurrent writers must not tear or lose lines. */
  append: (session: string, facts: readonly Fact[]) => void;
  /** What the facts of the journal add up to (`createFold`); lines that cannot be read are skipped. */
  fold: (session: string) => SessionState;
  /** The facts of a session in the order of the journal, and how many lines could not be read. Absent: the store keeps sums only. */
  read?: (session: string) => { facts: Fact[]; skipped: number };
}

export function openSession(store: SessionStore, id: string): Session {
  let state: SessionState | undefined;
  return {
    state: () => (state ??= store.fold(id)),
    append: (facts) => {
      if (facts.length === 0) return;
      store.append(id, facts);
      state = undefined;
    },
  };
}

/** A session that is not stored: for policy tests, `explain` and `replay`. */
export function createSession(past: Iterable<Fact> = []): Session {
  const fold = createFold();
  for (const fact of past) fold.add(fact);
  return { state: () => fold.state, append: (facts) => facts.forEach(fold.add) };
}

const LONGEST = 120;

/**
 * Session id → file name. Ids come from outside: no separators, no dots in front, nothing that two ids could share on a file system that ignores case.
 */
export function journalName(session: string): string {
  const name = [...session].map((char) => (/^[a-z0-9_-]$/.test(char) ? char : escaped(char))).join('');
  if (name === '') return '~.jsonl';
  return `${name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 20)}~${textKey(session)}`}.jsonl`;
}

function escaped(char: string): string {
  return `~${(char.codePointAt(0) ?? 0).toString(16)}~`;
}
