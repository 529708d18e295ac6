import type { DecisionEvent } from './decision-event.ts';
import { CollectorAway, type Exporter } from './exporter.ts';

export interface EventQueue {
  add: (events: readonly DecisionEvent[]) => void;
  /** Events that were given up because the collector was away for too long. */
  dropped: () => number;
  /** Sends what it has once more, and ends. */
  close: () => Promise<void>;
}

const EVERY_MS = 2_000;
const AT_ONCE = 512;
const MOST = 10_000;

/**
 * Between a server and the collector: nothing of the server waits for it. While the collector is away the newest events are kept, up to a limit; the database
 * has all of them.
 */
export function createEventQueue(exporter: Pick<Exporter, 'send'>, onProblem: (problem: string) => void): EventQueue {
  let waiting: DecisionEvent[] = [];
  let dropped = 0;
  let isAway = false;
  let sending: Promise<void> | null = null;

  async function send(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const portion = new Set(waiting.slice(0, AT_ONCE));
        await exporter.send([...portion]);
        waiting = waiting.filter((event) => !portion.has(event));
      }
      isAway = false;
    } catch (error) {
      if (!(error instanceof CollectorAway)) throw error;
      // Once, not every two seconds.
      if (!isAway) onProblem(error.message);
      isAway = true;
    }
  }

  const start = (): Promise<void> => (sending ??= send().finally(() => (sending = null)));
  const timer = setInterval(() => void start(), EVERY_MS).unref();
  return {
    add: (events) => {
      waiting.push(...events);
      const over = waiting.length - MOST;
      if (over > 0) {
        waiting = waiting.slice(over);
        dropped += over;
      }
    },
    dropped: () => dropped,
    close: async () => {
      clearInterval(timer);
      // What is under way may be about to fail.
      await sending;
      await start();
    },
  };
}
