import type { AuditPort, AuditRecord } from '../audit-record.ts';
import type { Mode } from '../../policy/judgement.ts';
import type { System } from '../../system/ports.ts';
import { type GrowingFile, openGrowing } from '../../system/files/growing-file.ts';
import { recordId } from '../record/record-id.ts';
import { appendLines } from './append-lines.ts';
import { findPlace, SEGMENT_BYTES } from './find-place.ts';
import { witnessPath } from './trail-files.ts';

export interface FileAuditOptions {
  system: System;
  stateDirectory: string;
  mode: Mode | null;
  /** Milliseconds this decision has taken so far. */
  elapsed: () => number;
  /** When a segment has reached this size, the next one begins. */
  segmentBytes?: number | undefined;
  /** For tests: a file whose operations can be made to fail. */
  open?: (path: string) => GrowingFile;
}

/** One line per decision in `<state>/audit/trail-000001.jsonl` and on, bound to those before it (decision 040). */
export function fileAudit(options: FileAuditOptions): AuditPort {
  return { append: (record) => append(record, options) };
}

function append(record: AuditRecord, options: FileAuditOptions): void {
  const { system, stateDirectory, mode, elapsed, segmentBytes = SEGMENT_BYTES } = options;
  const open = options.open ?? ((path: string) => openGrowing(system, path));
  const frame = { id: recordId(record.at), durationMs: Math.round(elapsed() * 10) / 10, mode };
  const place = findPlace({ system, stateDirectory, segmentBytes, open });
  try {
    // Made before the line is written: a segment without a witness has lost it.
    const witness = open(witnessPath(stateDirectory, place.segment));
    try {
      appendLines([{ record, frame }], place, witness, system.sha256);
    } finally {
      witness.close();
    }
  } finally {
    place.file.close();
  }
}
