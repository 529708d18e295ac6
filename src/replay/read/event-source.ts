import type { PastEvent } from '../judge/past-event.ts';

/** Events in the order of one record. Reading goes by steps, so that a long stretch without events never holds up progress and Ctrl-C. */
export interface EventSource {
  queue: PastEvent[];
  ended: () => boolean;
  /** Reads on for a while and puts what it finds into the queue. */
  step: () => void;
}

/** Events in the order of the record. */
export interface Batch {
  events: PastEvent[];
  /** The session ends with them. */
  endsSession: boolean;
}

/** Lets others have a turn, now and then. */
export type Pause = () => Promise<void>;

export async function* readSession(sources: EventSource[], pause: Pause): AsyncGenerator<Batch> {
  for await (const events of mergeSources(sources, pause)) yield { events, endsSession: false };
  yield { events: [], endsSession: true };
}

/** The sources of one session by time: the subagents write files of their own, but share the session's memory. The order within a source always stays. */
export async function* mergeSources(sources: EventSource[], pause: Pause): AsyncGenerator<PastEvent[]> {
  for (;;) {
    const open: EventSource[] = [];
    for (const source of sources) {
      while (source.queue.length === 0 && !source.ended()) {
        source.step();
        await pause();
      }
      if (source.queue.length > 0) open.push(source);
    }
    const [first] = open;
    if (first === undefined) return;
    yield open.length === 1 ? first.queue.splice(0) : takeEarliest(open);
  }
}

/** From the source that is behind, as much as lies before all others. */
function takeEarliest(open: EventSource[]): PastEvent[] {
  const headOf = (source: EventSource) => source.queue[0]?.at ?? Infinity;
  const [behind, ...others] = open.toSorted((a, b) => headOf(a) - headOf(b));
  if (behind === undefined) return [];
  const limit = Math.min(...others.map(headOf));
  let taken = 1;
  while (taken < behind.queue.length && (behind.queue[taken]?.at ?? Infinity) <= limit) taken++;
  return behind.queue.splice(0, taken);
}
