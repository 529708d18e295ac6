import type { System } from '../../system/ports.ts';
import { type GrowingFile, openGrowing } from '../../system/files/growing-file.ts';
import type { AuditEntry } from '../record/audit-line.ts';
import { appendLines, type Sha256 } from './file-audit.ts';
import { findTrailEnd, type TrailEnd, SEGMENT_BYTES } from './trail-end.ts';
import { segmentPath, witnessPath } from './trail-files.ts';

export interface TrailWriterOptions {
  system: System;
  stateDirectory: string;
  segmentBytes?: number | undefined;
  /** For tests. */
  sha256?: Sha256;
}

export interface TrailWriter {
  /** All lines with one write, in the order of the entries. Throws when they could not be written. */
  write: (entries: readonly AuditEntry[]) => void;
  close: () => void;
}

/** The segment that is written to, open between two writes. */
interface OpenSegment {
  segment: number;
  path: string;
  file: GrowingFile;
  witness: GrowingFile;
  /** Where our last line ended, and its hash: while the file ends there, no other process has written. -1: check again. */
  end: number;
  lastHash: string;
}

/**
 * Writes the same trail as `fileAudit`, for a long-running process: it keeps the files open and writes lines that come together
 * with one write. If another process has written in between, it searches for the end of the trail again.
 */
export function trailWriter(options: TrailWriterOptions): TrailWriter {
  const { system, stateDirectory, segmentBytes = SEGMENT_BYTES } = options;
  let current: OpenSegment | null = null;

  const close = () => {
    current?.file.close();
    current?.witness.close();
    current = null;
  };

  const openPlace = (): { open: OpenSegment; place: Pick<TrailEnd, 'file' | 'tail' | 'chain'> } => {
    if (current !== null && current.end < segmentBytes && system.files.stat(current.path)?.size === current.end) {
      const { segment, file, end, lastHash } = current;
      const tail = { tips: [lastHash], end, covered: end, isTorn: false, size: end };
      return { open: current, place: { file, tail, chain: { segment, at: end, prev: [lastHash] } } };
    }
    close();
    const place = findTrailEnd({ system, stateDirectory, segmentBytes, open: (path) => openGrowing(system, path) });
    const { segment, file } = place;
    const witness = openGrowing(system, witnessPath(stateDirectory, segment));
    current = { segment, path: segmentPath(stateDirectory, segment), file, witness, end: -1, lastHash: '' };
    return { open: current, place };
  };

  const write = (entries: readonly AuditEntry[]): void => {
    if (entries.length === 0) return;
    const { open, place } = openPlace();
    // The first line of a segment refers to the segment before it, all others to their own.
    const together = place.chain.segment === open.segment ? entries : entries.slice(0, 1);
    const { end, hash, isAlone } = appendLines(together, place, open.witness, options.sha256 ?? system.sha256);
    open.end = isAlone ? end : -1;
    open.lastHash = hash;
    write(entries.slice(together.length));
  };

  return {
    write: (entries) => {
      try {
        write(entries);
      } catch (error) {
        close();
        throw error;
      }
    },
    close,
  };
}
