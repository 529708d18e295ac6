import { nodeSystem } from '../../system/node/system.ts';
import { fileIdentity } from '../../system/node/files.ts';
import { readTrailFile, trailFiles } from './read-trail.ts';
import { type TrailDecision, decisionOf } from './decision.ts';

export interface TrailReader {
  /** Decisions added since the last call, in the order of the trail. The first call starts at its beginning. */
  read: () => Generator<TrailDecision>;
  /** Lines read so far that are not decisions. */
  unreadable: () => number;
  /** Files that hold only decisions before `since`, and were not read. */
  skippedFiles: () => number;
}

/**
 * Streams the trail, with one line in memory. Its files are in the order of time, and so are the lines in them, apart
 * from those of hooks that ran at the same moment. A file that was replaced is read again from its beginning.
 */
export function trailReader(stateDirectory: string, since = -Infinity): TrailReader {
  const offsets = new Map<string, { inode: number; offset: number }>();
  let unreadable = 0;
  let skippedFiles: number | null = null;

  function* readFile(file: string): Generator<TrailDecision> {
    const identity = fileIdentity(file);
    if (identity === null) return;
    const { inode, size } = identity;
    const before = offsets.get(file);
    const isSame = before !== undefined && before.inode === inode && before.offset <= size;
    const progress = isSame ? before : { inode, offset: 0 };
    offsets.set(file, progress);
    if (progress.offset === size) return;
    for (const { record, offset, length } of readTrailFile(file, progress.offset)) {
      progress.offset = offset + length;
      const decision = record === null ? null : decisionOf(record);
      if (decision === null) unreadable++;
      else yield decision;
    }
  }

  return {
    *read() {
      const files = trailFiles(nodeSystem, stateDirectory);
      if (skippedFiles === null) {
        skippedFiles = countBefore(files, since);
        for (const file of files.slice(0, skippedFiles)) {
          const identity = fileIdentity(file);
          if (identity !== null) offsets.set(file, { inode: identity.inode, offset: identity.size });
        }
      }
      for (const file of files) yield* readFile(file);
    },
    unreadable: () => unreadable,
    skippedFiles: () => skippedFiles ?? 0,
  };
}

/** The newest decisions that match, oldest first. Reads the newest file first, and stops when it has enough. */
export function newestDecisions(
  stateDirectory: string,
  matches: (decision: TrailDecision) => boolean,
  most: number,
): TrailDecision[] {
  let found: TrailDecision[] = [];
  for (const file of trailFiles(nodeSystem, stateDirectory).toReversed()) {
    const inFile = newestOf(most);
    for (const { record } of readTrailFile(file)) {
      const decision = record === null ? null : decisionOf(record);
      if (decision !== null && matches(decision)) inFile.add(decision);
    }
    found = [...inFile.list(), ...found].slice(-most);
    if (found.length === most) break;
  }
  return found;
}

/** The last ones of a long row. */
export function newestOf(most: number): { add: (decision: TrailDecision) => void; list: () => TrailDecision[] } {
  let decisions: TrailDecision[] = [];
  return {
    add: (decision) => {
      decisions.push(decision);
      if (decisions.length >= 2 * most) decisions = decisions.slice(-most);
    },
    list: () => decisions.slice(-most),
  };
}

/** A slow hook may write a line that is at most this much older than the lines before it. */
export const LATE_MS = 60_000;

/** How many files, from the oldest, end before this time. */
function countBefore(files: readonly string[], since: number): number {
  if (since === -Infinity) return 0;
  return 1 + files.findLastIndex((file) => lastTime(file) < since - LATE_MS);
}

/** Holds the last line, whatever its length. */
const LAST_BYTES = 8 * 1024;

/** The time of the last record; unknown is never too early. */
function lastTime(file: string): number {
  const size = fileIdentity(file)?.size ?? 0;
  let time = Infinity;
  // The first line is cut in two by the jump, and is not a record then.
  for (const { record } of readTrailFile(file, Math.max(0, size - LAST_BYTES)))
    if (record !== null) time = Date.parse(record.time);
  return Number.isNaN(time) ? Infinity : time;
}
