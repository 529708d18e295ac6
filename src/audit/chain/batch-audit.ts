import type { Mode } from '../../policy/judgement.ts';
import type { AuditPort } from '../audit-record.ts';
import type { AuditEntry } from '../record/audit-line.ts';
import { recordId } from '../record/record-id.ts';
import type { TrailWriter } from './trail-writer.ts';

export interface BatchAudit extends AuditPort {
  /** Calls back when every decision so far is on record, or with what kept it from getting there. */
  settled: (done: (problem: Error | null) => void) => void;
  /** Writes now what is waiting. */
  flush: () => void;
}

export interface BatchAuditOptions {
  mode: Mode | null;
  writer: Pick<TrailWriter, 'write'>;
}

/** More are never kept in memory: about a megabyte of lines. */
const MOST_WAITING = 256;

/**
 * Writes the decisions of one turn of the event loop together, at its end: a server under load writes once for many.
 * When the trail cannot be written, the answers of that turn have been made already, so the next `append` throws.
 */
export function batchAudit({ mode, writer }: BatchAuditOptions): BatchAudit {
  let waiting: AuditEntry[] = [];
  let listeners: ((problem: Error | null) => void)[] = [];
  let problem: Error | null = null;

  const flush = (): void => {
    const [entries, settled] = [waiting, listeners];
    [waiting, listeners] = [[], []];
    let failure: Error | null = null;
    try {
      writer.write(entries);
    } catch (error) {
      failure = error as Error;
      problem ??= failure;
    }
    for (const done of settled) done(failure);
  };

  return {
    append: (record) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ record, frame: { id: recordId(record.at), mode } });
      if (waiting.length >= MOST_WAITING) flush();
      if (problem === null) return;
      const earlier = problem;
      problem = null;
      throw earlier;
    },
    settled: (done) => {
      if (waiting.length === 0) done(null);
      else listeners.push(done);
    },
    flush,
  };
}
