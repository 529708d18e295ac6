import type { AuditPort } from '../audit/audit-record.ts';
import type { StatePort } from '../session/state-port.ts';
import { emptySession } from '../session/state.ts';

export interface GuardedState extends StatePort {
  /** Why the journal could not be read; null while it can. */
  unreadable: () => string | null;
}

/**
 * Rules that need no memory hold without one, so a state directory that cannot be used must not take them down: the trouble is told to the person, and
 * a rule that does need the memory is answered by `on-error`.
 */
export function guardedState(state: StatePort, tell: (problem: string) => void): GuardedState {
  let unreadable: string | null = null;
  return {
    append: (session, facts) =>
      attempt(
        () => state.append(session, facts),
        (why) =>
          tell(`hookctl cannot remember this session (${why}): edit counts, test gates and allow-once do not work.`),
      ),
    fold: (session) =>
      attempt(
        () => state.fold(session),
        (why) => {
          unreadable = why;
          tell(
            `hookctl cannot read its memory of this session (${why}): edit counts, test gates and allow-once do not work.`,
          );
        },
      ) ?? emptySession(),
    unreadable: () => unreadable,
  };
}

export function guardedAudit(audit: AuditPort, tell: (problem: string) => void): AuditPort {
  return {
    append: (record) =>
      attempt(
        () => audit.append(record),
        (why) => tell(`hookctl cannot write its audit trail (${why}).`),
      ),
  };
}

function attempt<R>(act: () => R, failed: (why: string) => void): R | undefined {
  try {
    return act();
  } catch (error) {
    failed((error as Error).message);
    return undefined;
  }
}
