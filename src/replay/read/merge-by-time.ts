import type { PastEvent } from '../../adapters/past-event.ts';

/** Events in the order of one file, a stretch of the file at a time. A stretch without events is an empty list. */
export type EventSource = Iterator<PastEvent[], unknown>;

interface Queue {
  source: EventSource;
  events: PastEvent[];
}

/** The files of one session by time: subagents write separate files but share the session's memory. The order within a file never changes. */
export function* mergeByTime(sources: readonly EventSource[]): Generator<PastEvent[]> {
  let queues: Queue[] = sources.map((source) => ({ source, events: [] }));
  for (;;) {
    for (const queue of queues) {
      while (queue.events.length === 0) {
        const stretch = queue.source.next();
        if (stretch.done === true) break;
        queue.events = stretch.value;
        if (queue.events.length === 0) yield [];
      }
    }
    queues = queues.filter(({ events }) => events.length > 0);
    const [first, ...others] = queues.toSorted((a, b) => headOf(a) - headOf(b));
    if (first === undefined) return;
    yield takeUntil(first, Math.min(...others.map(headOf)));
  }
}

function headOf({ events }: Queue): number {
  return events[0]?.at ?? Infinity;
}

/** Everything that is not later than the other files; at least one event. */
function takeUntil(queue: Queue, limit: number): PastEvent[] {
  const later = queue.events.findIndex(({ at }, index) => index > 0 && at > limit);
  return queue.events.splice(0, later === -1 ? queue.events.length : later);
}
