import type { PastEvent } from './past-event.ts';
import type { Weighed } from './weigher.ts';

/** Events that are judged together, away from the session. */
export interface Batch {
  events: PastEvent[];
  /** Null: nobody has judged them yet. An event that needs the session has none of its own. */
  answers: (Weighed | null)[] | null;
}

/** Threads that judge beside the one that reads. */
export interface Team {
  /** Is this event for them? */
  wants: (past: PastEvent) => boolean;
  give: (batch: Batch) => void;
  /** Takes back a batch that nobody has begun with. */
  takeBack: () => Batch | null;
  /** Until one of them has answered or is gone. */
  news: () => Promise<void>;
  close: () => Promise<void>;
}
