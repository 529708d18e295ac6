import type { GrowingFile } from '../../system/files/growing-file.ts';
import type { System } from '../../system/ports.ts';
import type { ChainPlace } from '../record/audit-line.ts';
import { readTail, type Tail } from './tail.ts';
import { segmentNumbers, segmentPath } from './trail-files.ts';

/** Where the next line goes, and what it says of those before it. */
export interface Place {
  segment: number;
  file: GrowingFile;
  tail: Tail;
  chain: ChainPlace;
}

interface Trail {
  system: System;
  stateDirectory: string;
  segmentBytes: number;
  open: (path: string) => GrowingFile;
}

/** When a segment has reached this size, the next one begins. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;

/** A line refers to no more than this; what is left over is left to the lines that follow. */
export const MOST_PREV = 16;

export function findPlace(trail: Trail): Place {
  const segments = segmentNumbers(trail.system, trail.stateDirectory);
  for (let segment = segments.at(-1) ?? 1, before: ChainPlace | null = null; ; segment++) {
    const file = trail.open(segmentPath(trail.stateDirectory, segment));
    const tail = tailOrClose(trail, file, segment);
    if (tail.end === 0) {
      const chain = before ?? chainToEarlier(trail, segments.slice(0, -1)) ?? { segment, at: 0, prev: [] };
      return { segment, file, tail, chain };
    }
    const chain = chainTo(segment, tail);
    // With many lines open at the end the next segment could not refer to all of them.
    if (tail.size < trail.segmentBytes || tail.tips.length > MOST_PREV) return { segment, file, tail, chain };
    file.close();
    before = chain;
  }
}

/** The newest segment is empty: its first writer was killed before it wrote. */
function chainToEarlier(trail: Trail, segments: readonly number[]): ChainPlace | null {
  for (const segment of segments.toReversed()) {
    const file = trail.open(segmentPath(trail.stateDirectory, segment));
    const tail = tailOrClose(trail, file, segment);
    file.close();
    if (tail.end > 0) return chainTo(segment, tail);
  }
  return null;
}

function tailOrClose({ system }: Trail, file: GrowingFile, segment: number): Tail {
  try {
    return settledTail(system, file, segment);
  } catch (error) {
    file.close();
    throw error;
  }
}

const LONGEST_WAIT_MS = 8;

/** A last line without an end is mostly one that is being written: wait for it, so that no empty line follows it. */
function settledTail(system: System, file: GrowingFile, segment: number): Tail {
  let tail = readTail(file, segment);
  for (let wait = 1; tail.isTorn && wait <= LONGEST_WAIT_MS; wait *= 2) {
    // Writes nothing, but returns after the write that is under way: Linux lets one process write at a time.
    file.append('');
    tail = readTail(file, segment);
    if (tail.isTorn) system.pause(wait);
  }
  return tail;
}

function chainTo(segment: number, { tips, end, covered }: Tail): ChainPlace {
  if (tips.length <= MOST_PREV) return { segment, at: end, prev: tips };
  return { segment, at: covered, prev: someOf(tips) };
}

/** Any of them, since hooks that write at the same time had better not all refer to the same ones. */
function someOf(tips: readonly string[]): string[] {
  const first = Math.floor(Math.random() * tips.length);
  const last = first + MOST_PREV;
  return tips.filter((_, i) => (i >= first && i < last) || i < last - tips.length);
}
