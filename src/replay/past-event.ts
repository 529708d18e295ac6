import type { Payload } from '../protocol/payload.ts';

/** A hook event of the past, as the agent would have sent it to a hook. */
export interface PastEvent {
  payload: Payload;
  /** Milliseconds since the epoch. */
  at: number;
  where: Where;
  /** Where the session was started. */
  projectRoot: string;
  /** Null: not on record. */
  branch: string | null;
  /** What became of the call; null for events that are no call. */
  outcome: Outcome | null;
  /** What the record tells about a file at that time: the result of a Read says how long it was. */
  file?: { path: string; newlines: number } | null;
}

export interface Where {
  file: string;
  line: number;
}

export const OUTCOMES = [
  'ran',
  'failed',
  /** A person said no. */
  'refused-by-person',
  /** A permission rule said no, or nobody was there to say yes. */
  'refused-by-rule',
  'refused-by-hook',
  /** The record ends before the result. */
  'unknown',
] as const;
export type Outcome = (typeof OUTCOMES)[number];
