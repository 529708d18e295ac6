import type { AgentEvent } from '../protocol/agent-event.ts';

/** An event that happened before, as a hook would have seen it, and what the record tells about that moment. */
export interface PastEvent {
  event: AgentEvent;
  /** Milliseconds since the epoch. */
  at: number;
  where: Where;
  /** The git branch; null: not on record. */
  branch: string | null;
  /** What became of the call; null for events that are not calls. */
  outcome: PastOutcome | null;
  /** The file that the call read, where the record says how long it was. */
  fileRead: { path: string; newlines: number } | null;
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
  /** A permission rule denied it, or no person was there to approve it. */
  'refused-by-rule',
  'refused-by-hook',
  /** The record ends before the result. */
  'unknown',
] as const;
export type PastOutcome = (typeof OUTCOMES)[number];

/** An event after a call is about a call that ran. */
export function outcomeOf({ event, outcome }: PastEvent): PastOutcome {
  if (outcome !== null) return outcome;
  if (event.output === null) return 'unknown';
  return event.output.result === 'ok' ? 'ran' : 'failed';
}
