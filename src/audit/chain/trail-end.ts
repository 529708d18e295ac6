import type { GrowingFile } from '../../system/files/growing-file.ts';
import type { System } from '../../system/ports.ts';
import type { Chain, ChainPlace } from '../record/audit-line.ts';
import { segmentNumbers, segmentPath } from './trail-files.ts';

/** Where the next line goes, and what it says about the lines before it. */
export interface TrailEnd {
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

/** A line refers to at most this many others; the lines that follow refer to the rest. */
export const MOST_PREV = 16;

export function findTrailEnd(trail: Trail): TrailEnd {
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

/** What a new line has to know of the segment it follows. */
interface Tail {
  /** Lines that no other line refers to yet, in the order of the file. */
  tips: string[];
  /** Where the last whole line ends; 0 without one. */
  end: number;
  /** Every line before this place is referred to by a later one. */
  covered: number;
  /** The last line has no end: the new record must start on a new line. */
  isTorn: boolean;
  size: number;
}

/** The end of every line of ours: enough to read the chain without the record. */
const LINK = /^"chain":\{"segment":(\d+),"at":(\d+),"prev":\[([^\]]*)\],"hash":"([0-9a-f]{64})"\}\}$/;
/** Holds the last line, whatever its length. */
const CHUNK = 4096;

/** Null when the text does not end as a line of ours does. */
export function readLink(text: string): Chain | null {
  // Found from the end: trying the expression at every place of a line costs more than the rest of the hook.
  const [, segment, at, prev = '', hash] = LINK.exec(text.slice(text.lastIndexOf('"chain":{'))) ?? [];
  if (hash === undefined) return null;
  return { segment: Number(segment), at: Number(at), prev: prev === '' ? [] : prev.slice(1, -1).split('","'), hash };
}

/** Reads as little as it can: one chunk, unless many hooks have just written at the same time. */
function readTail(file: GrowingFile, segment: number): Tail {
  const size = file.size();
  let from = Math.max(0, size - CHUNK);
  for (;;) {
    const text = file.read(from, size);
    const isTorn = text !== '' && !text.endsWith('\n');
    const { links, covered } = linksIn(text, from, segment);
    // Everything after `covered` has been read: a line without a reference to it is a tip.
    if (from === 0 || covered >= from) {
      const open = links.filter(({ end }) => end > covered);
      const referred = new Set(open.flatMap(({ prev }) => prev));
      const tips = open.map(({ hash }) => hash).filter((hash) => !referred.has(hash));
      return { tips, end: links.at(-1)?.end ?? 0, covered, isTorn, size };
    }
    from = Math.max(0, links.length > 0 ? Math.min(covered, from - CHUNK) : from - (size - from));
  }
}

interface Seen extends Chain {
  end: number;
}

function linksIn(text: string, offset: number, segment: number): { links: Seen[]; covered: number } {
  const links: Seen[] = [];
  let covered = 0;
  for (let start = 0; ;) {
    const newline = text.indexOf('\n', start);
    if (newline < 0) return { links, covered };
    const link = readLink(text.slice(Math.max(start, newline - CHUNK), newline));
    if (link !== null) {
      // The first lines of a segment speak of the one before it.
      if (link.segment === segment) covered = Math.max(covered, link.at);
      links.push({ ...link, end: offset + newline + 1 });
    }
    start = newline + 1;
  }
}
