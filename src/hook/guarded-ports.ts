import type { AuditPort, AuditRecord } from '../audit/audit-record.ts';
import { type Session, type SessionStore, openSession } from '../session/session.ts';
import { emptySession } from '../session/state.ts';
import { wordTroubleAt } from '../protocol/text/file-trouble.ts';

export interface GuardedSession extends Session {
  /** Why the journal could not be read when a rule needed it; null: it could, or no rule did. */
  unreadable: () => string | null;
}

/**
 * Rules that need no memory hold without one, so a state directory that cannot be used must not take them down: the person hears of it, and a rule that
 * does need the memory is decided by `on-error`.
 */
export function openGuardedSession(store: SessionStore, id: string, notify: (problem: string) => void): GuardedSession {
  let unreadable: string | null = null;
  const session = openSession(store, id);
  const lost = 'edit counts, test gates and allow-once do not work.';
  return {
    append: (facts) =>
      attempt(
        () => session.append(facts),
        (why) => notify(`hookctl cannot remember this session (${why}): ${lost}`),
      ),
    state: () =>
      attempt(session.state, (why) => {
        unreadable = why;
        notify(`hookctl cannot read its memory of this session (${why}): ${lost}`);
      }) ?? emptySession(),
    unreadable: () => unreadable,
  };
}

export function appendGuarded(audit: AuditPort, record: AuditRecord, notify: (problem: string) => void): void {
  attempt(
    () => audit.append(record),
    (why) => notify(wordUnrecorded(why)),
  );
}

export function wordUnrecorded(why: string): string {
  return `hookctl cannot write its audit trail (${why}).`;
}

function attempt<R>(act: () => R, failed: (why: string) => void): R | undefined {
  try {
    return act();
  } catch (error) {
    failed(wordTroubleAt(error));
    return undefined;
  }
}
