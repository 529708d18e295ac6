import type { AuditPort, AuditRecord } from '../audit-record.ts';
import type { Mode } from '../../policy/judgement.ts';
import { type GrowingFile, openGrowing } from '../../system/node/audit-files.ts';
import { sha256 } from '../../system/node/sha256.ts';
import { auditLine, lineEnding, LONGEST_LINE, placeText } from '../record/audit-line.ts';
import { findPlace } from './find-place.ts';
import { recordId } from '../record/record-id.ts';
import { witnessPath } from './trail-files.ts';
import { witnessOf } from './witness.ts';

export interface FileAuditOptions {
  stateDirectory: string;
  mode: Mode | null;
  /** Milliseconds this decision has taken so far. */
  elapsed: () => number;
  /** A segment that has grown so large is followed by the next. */
  segmentBytes?: number | undefined;
  /** For tests: a file whose operations can be made to fail. */
  open?: (path: string) => GrowingFile;
}

export const SEGMENT_BYTES = 16 * 1024 * 1024;
/** What the place in the chain takes of a line, with one line to refer to; each further one takes `PREV_BYTES`. */
export const CHAIN_BYTES = 230;
export const PREV_BYTES = 67;

/** One line per decision, `<state>/audit/trail-000001.jsonl` and on, each bound to those before it; no locks (docs/decisions/040). */
export function fileAudit(options: FileAuditOptions): AuditPort {
  return { append: (record) => append(record, options) };
}

function append(record: AuditRecord, options: FileAuditOptions): void {
  const { stateDirectory, mode, elapsed, segmentBytes = SEGMENT_BYTES, open = openGrowing } = options;
  const frame = { id: recordId(record.at), durationMs: Math.round(elapsed() * 10) / 10, mode };
  const line = auditLine(record, frame, LONGEST_LINE - CHAIN_BYTES);
  const { segment, file, tail, chain } = findPlace({ stateDirectory, segmentBytes, open });
  try {
    // Made before the line is written: a segment without a witness has lost it.
    const witness = open(witnessPath(stateDirectory, segment));
    try {
      const room = LONGEST_LINE - CHAIN_BYTES - chain.prev.length * PREV_BYTES;
      const { text, bytes } = chain.prev.length > 1 ? auditLine(record, frame, room) : line;
      const place = placeText(chain);
      const hash = sha256(text + place);
      const ending = lineEnding(hash);
      file.append(`${tail.isTorn ? '\n' : ''}${text}${place}${ending}`);
      const length = (tail.isTorn ? 1 : 0) + bytes + place.length + ending.length;
      // Behind the line: a hook killed in between leaves a line without witness, never a witness without line.
      witness.append(witnessOf(hash, endOf(hash, file, tail.size, length)));
    } finally {
      witness.close();
    }
  } finally {
    file.close();
  }
}

/** Where our line ends. Others may have written before and behind it since its place was looked for. */
function endOf(hash: string, file: GrowingFile, before: number, length: number): number {
  const size = file.size();
  if (size === before + length) return size;
  const ending = lineEnding(hash);
  return before + file.read(before, size).indexOf(ending) + ending.length;
}
