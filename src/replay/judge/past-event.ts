import type { Payload } from '../../protocol/payload/payload.ts';

/** A hook event of the past, as the agent would have sent it to a hook. Plain data: it may come from another thread. */
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
  /** Of a call that ran: where the line stands that tells what came out. */
  result?: ResultPlace;
}

export interface ResultPlace {
  file: string;
  offset: number;
  length: number;
  /** Of the file that was read; null: it was none. Not told: the line must be read to know. */
  lines?: number | null;
  /** A command that ran to its end in the foreground, and whose exit code needs no word of explanation. */
  isPlainRun?: true;
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
