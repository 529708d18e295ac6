import type { AuditEntry } from '../../audit/chain/batch-audit.ts';
import { recordId } from '../../audit/record/record-id.ts';
import type { AuditPort } from '../../audit/audit-record.ts';
import type { Mode } from '../../policy/judgement.ts';

/** Puts entries into the trail, and says when they are there, or why they are not. */
export type WriteEntries = (entries: readonly AuditEntry[], done: (problem: Error | null) => void) => void;

export interface QueuedAudit extends AuditPort {
  /** Calls back when everything that was decided so far is on record, or could not be put there. */
  settled: (done: () => void) => void;
  /**
   * A number that stays the same while events are answered that were all here before the first of them was looked at: those of one turn of the event
   * loop, whose lines wait to be written together.
   */
  turn: () => number;
  /** Now, and not at the end of this turn of the event loop. */
  flush: () => void;
}

export interface QueuedAuditOptions {
  mode: Mode | null;
  /** Milliseconds this decision has taken so far. */
  elapsed: () => number;
  write: WriteEntries;
}

/**
 * Decisions of one turn of the event loop go to the trail together, at its end: a server under load writes once for many. That the trail cannot be written is
 * known too late for the answer it belongs to, so it is told with the next one.
 */
export function queuedAudit({ mode, elapsed, write }: QueuedAuditOptions): QueuedAudit {
  let waiting: AuditEntry[] = [];
  let listeners: (() => void)[] = [];
  let problem: Error | null = null;
  let turn = 0;
  const flush = (): void => {
    if (waiting.length === 0) return;
    const [entries, told] = [waiting, listeners];
    [waiting, listeners] = [[], []];
    write(entries, (trouble) => {
      problem ??= trouble;
      for (const done of told) done();
      // What was asked by who has just been told was looked at before the next turn begins.
      turn += 1;
    });
  };
  return {
    append: (record) => {
      if (waiting.length === 0) setImmediate(flush);
      const durationMs = Math.round(elapsed() * 10) / 10;
      waiting.push({ record, frame: { id: recordId(record.at), durationMs, mode } });
      if (problem === null) return;
      const trouble = problem;
      problem = null;
      throw trouble;
    },
    settled: (done) => {
      if (waiting.length === 0) done();
      else listeners.push(done);
    },
    turn: () => {
      if (waiting.length === 0) turn += 1;
      return turn;
    },
    flush,
  };
}
