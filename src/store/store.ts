import type { AuditLine } from '../audit/record/audit-line.ts';
import type { DecisionHit, ShownVerdict } from '../audit/query/decision.ts';
import type { SessionStore } from '../session/session.ts';

/** Which decision this is, over all machines: an id alone may clash. `at` is part of the id, so that the same record always meets the same partition. */
export interface RecordKey {
  /** Milliseconds since the epoch, as the id tells. */
  at: number;
  /** The number of the machine in its team. */
  machine: number;
  id: string;
}

/** What a team keeps of one decision. */
export interface StoredDecision {
  key: RecordKey;
  /** Only what `share` lets through; a lean line has neither payload nor words. */
  line: LeanLine;
  /** The line as it was hashed; null: only the lean row is kept. */
  text: string | null;
  /** What a caller was answered; null: the machine itself decided. */
  answer: string | null;
  /** The published policy that decided; null: none. */
  bundle: number | null;
}

/** What every decision tells, however little is shared. */
export interface LeanLine extends Pick<
  AuditLine,
  'id' | 'time' | 'session' | 'agent' | 'event' | 'tool' | 'rules' | 'durationMs' | 'policy'
> {
  verdict: ShownVerdict;
  /** The agent's own name of the event; older machines do not send it. */
  nativeEvent?: string | null;
  actor?: string | null;
  callId?: string | null;
  project?: string | null;
  /** What the call would do, in one line. */
  what: string;
  hits: readonly DecisionHit[];
  /** Of the line on the machine, 64 digits; null: the line has no hash. */
  hash: string | null;
}

export interface UnitRequest {
  team: string;
  /** The sessions that the work may read and append to. */
  sessions: readonly string[];
  /** Decisions that may have been stored by an earlier attempt. */
  repeated: readonly RecordKey[];
}

/** What work is done on while the sessions are locked. Everything is synchronous and staged. */
export interface Unit {
  sessions: SessionStore;
  /** The answer of an earlier attempt; undefined: there is none. */
  answerOf: (key: RecordKey) => string | undefined;
  add: (decision: StoredDecision) => void;
}

export interface UnitStore {
  /**
   * Locks the sessions, lets the work look at them and add to them, stores all of it, and only then returns what the work returned. When the work or the
   * store fails, nothing is kept. An error `StoreAway` says that it is unknown whether it was: the same request must be repeated with the same keys.
   */
  unit: <T>(request: UnitRequest, work: (unit: Unit) => T) => Promise<T>;
}

/** The database cannot be reached, is full, or went away in the middle. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway';
}

/** An earlier attempt of one of these decisions has arrived meanwhile: the work must be done again, with all of them as repeated. */
export class AlreadyStored extends Error {
  override readonly name = 'AlreadyStored';
}
