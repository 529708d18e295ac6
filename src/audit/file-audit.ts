import { join } from 'node:path';
import type { AuditPort, Mode } from '../engine/ports.ts';
import { appendPrivate } from '../system/node/private-files.ts';
import { auditLine } from './audit-line.ts';
import { recordId } from './record-id.ts';

export interface FileAuditOptions {
  stateDirectory: string;
  mode: Mode | null;
  /** Milliseconds this decision has taken so far. */
  elapsed: () => number;
}

/** One line per decision, one file per day (UTC): `<state>/audit/2026-11-15.jsonl`. */
export function fileAudit({ stateDirectory, mode, elapsed }: FileAuditOptions): AuditPort {
  return {
    append: (record) => {
      const line = auditLine(record, { id: recordId(record.at), durationMs: Math.round(elapsed() * 10) / 10, mode });
      appendPrivate(join(stateDirectory, 'audit', `${line.time.slice(0, 10)}.jsonl`), `${JSON.stringify(line)}\n`);
    },
  };
}
