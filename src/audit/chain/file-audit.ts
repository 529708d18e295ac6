import type { AuditPort, AuditRecord } from '../audit-record.ts';
import type { Mode } from '../../policy/judgement.ts';
import type { System } from '../../system/ports.ts';
import { type GrowingFile, openGrowing } from '../../system/files/growing-file.ts';
import { recordId } from '../record/record-id.ts';
import { findTrailEnd, type TrailEnd, SEGMENT_BYTES } from './trail-end.ts';
import { witnessPath } from './trail-files.ts';
import { type AuditEntry, auditLine, lineEnding, type WrittenLine } from '../record/audit-line.ts';
import { witnessOf } from './witness.ts';

export interface FileAuditOptions {
  system: System;
  stateDirectory: string;
  mode: Mode | null;
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
  const { system, stateDirectory, mode, segmentBytes = SEGMENT_BYTES } = options;
  const open = options.open ?? ((path: string) => openGrowing(system, path));
  const frame = { id: recordId(record.at), mode };
  const place = findTrailEnd({ system, stateDirectory, segmentBytes, open });
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

export type Sha256 = (text: string) => string;

export interface Appended {
  /** Where the last line ends. */
  end: number;
  /** Its hash. */
  hash: string;
  /** No other process has written since the end of the trail was found. */
  isAlone: boolean;
}

/**
 * Writes lines with one write, and then their witnesses: a hook killed in between leaves a line without a witness,
 * never a witness without a line. The first line refers to what was there, each further one to the line before it.
 * All of them have the same `at`: another process may write between what was there and these lines, and none of them
 * knows that line.
 */
export function appendLines(
  entries: readonly AuditEntry[],
  { file, tail, chain }: Pick<TrailEnd, 'file' | 'tail' | 'chain'>,
  witness: GrowingFile,
  sha256: Sha256,
): Appended {
  let { prev } = chain;
  const lines = entries.map((entry) => {
    const line = auditLine(entry, { ...chain, prev }, sha256);
    prev = [line.hash];
    return line;
  });
  const newline = tail.isTorn ? '\n' : '';
  file.append(newline + lines.map(({ text }) => text).join(''));
  const start = tail.size + newline.length;
  const isAlone = file.size() === start + sum(lines);
  let end = isAlone ? start : startOf(lines, file, tail.size);
  witness.append(lines.map(({ hash, bytes }) => witnessOf(hash, (end += bytes))).join(''));
  return { end, hash: prev[0] ?? '', isAlone };
}

/** Where the first line begins if other processes may have written before and after it since the end was found. */
function startOf([first]: readonly WrittenLine[], file: GrowingFile, before: number): number {
  if (first === undefined) return before;
  const ending = lineEnding(first.hash);
  return before + file.read(before, file.size()).indexOf(ending) + ending.length - first.bytes;
}

function sum(lines: readonly WrittenLine[]): number {
  return lines.reduce((total, { bytes }) => total + bytes, 0);
}
