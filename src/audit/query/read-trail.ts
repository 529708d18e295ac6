import { nodeSystem } from '../../system/node/system.ts';
import { type FileLine, fileLines } from '../../system/node/file-lines.ts';
import type { AuditLine } from '../record/audit-line.ts';
import { isHalfRecord, RECORD } from '../record/half-record.ts';
import { trailFiles } from '../chain/trail-files.ts';
import { utf8Length } from '../../protocol/text/encoding.ts';

export { trailFiles } from '../chain/trail-files.ts';

export interface TrailEntry {
  file: string;
  /** Counted from 1, from the place where reading began. */
  line: number;
  offset: number;
  /** Bytes, the newline included: the next entry starts at `offset + length`. */
  length: number;
  record: AuditLine | null;
  /** Why there is no record here; null when there is one. */
  problem: string | null;
}

/**
 * Every entry of the trail, oldest file first, with no more than a chunk in memory. Text after the last newline of a
 * file is still being written, or was left by a killed hook, and is left out. `from` continues an earlier run. A slow
 * hook may still add a line to a file after the next file has begun; `trailReader` keeps an offset per file for that.
 */
export function* readTrail(stateDirectory: string, from?: { file: string; offset: number }): Generator<TrailEntry> {
  const files = trailFiles(nodeSystem, stateDirectory);
  const first = from === undefined ? -1 : files.indexOf(from.file);
  for (const file of files.slice(Math.max(first, 0))) yield* readTrailFile(file, file === from?.file ? from.offset : 0);
}

export function* readTrailFile(file: string, offset = 0): Generator<TrailEntry> {
  let line = 0;
  for (const raw of fileLines(file, offset)) {
    line++;
    if (!raw.ended) return;
    for (const entry of entriesOf(raw)) yield { file, line, ...entry };
  }
}

type Found = Omit<TrailEntry, 'file' | 'line'>;

/** One entry, or two where a hook wrote right after half a record of a killed one; none for an empty line. */
export function entriesOf({ offset, length, text, soundFrom }: FileLine): Found[] {
  if (text === null) return [{ offset, length, record: null, problem: 'far too long' }];
  if (text === '') return [];
  const record = soundFrom === 0 ? readRecord(text) : null;
  if (record !== null) return [{ offset, length, record, problem: null }];
  for (let at = text.indexOf(RECORD, 1); at > 0; at = text.indexOf(RECORD, at + 1)) {
    const behind = at < soundFrom ? null : readRecord(text.slice(at));
    if (behind === null) continue;
    // Counted from the end: half a character and its replacement in `text` differ in length.
    const torn = length - utf8Length(text.slice(at)) - 1;
    return [
      { offset, length: torn, record: null, problem: TORN },
      { offset: offset + torn, length: length - torn, record: behind, problem: null },
    ];
  }
  return [{ offset, length, record: null, problem: isHalfRecord(text) ? TORN : 'not a record' }];
}

const TORN = 'an unfinished record: the hook that wrote it was killed';

function readRecord(text: string): AuditLine | null {
  try {
    const value = JSON.parse(text) as Partial<AuditLine> | null;
    const isRecord =
      typeof value?.id === 'string' && typeof value.time === 'string' && typeof value.session === 'string';
    return isRecord && Array.isArray(value.hits) ? complete(value) : null;
  } catch {
    return null;
  }
}

/** Lines of older versions lack fields. Filled in place: copying a record takes longer than parsing it. */
function complete(value: Partial<AuditLine>): AuditLine {
  value.project ??= null;
  value.policy ??= null;
  value.payload ??= null;
  value.payloadCut ??= false;
  value.chain ??= null;
  return value as AuditLine;
}
