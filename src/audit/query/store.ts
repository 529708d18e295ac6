import type { Decision } from './decision.ts';
import type { Filter } from './filter.ts';

/** How far a file of the trail has been taken in. */
export interface Progress {
  file: string;
  /** Everything before it is known. */
  offset: number;
  /** Fingerprint of what stands before the offset: another one means that the file was replaced. */
  mark: string;
  /** Lines that are no decisions. */
  unreadable: number;
}

/** Decisions in a form that can be asked. All of it comes from the trail and can be made again. */
export interface Store {
  progress: () => Progress[];
  setProgress: (progress: Progress) => void;
  add: (decision: Decision) => void;
  /** Drops a file's decisions and its progress. */
  forget: (file: string) => void;
  /** All or nothing; one process at a time. */
  atomically: (act: () => void) => void;
  count: (filter: Filter) => number;
  /** Oldest first; with `newest`, only so many of the latest. */
  select: (filter: Filter, newest?: number) => Iterable<Decision>;
  close: () => void;
}

/** Equal times are told apart by the place in the trail. */
export function compareDecisions(a: Decision, b: Decision): number {
  return a.at - b.at || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.offset - b.offset);
}
