import { SHARE_ENV, Worker } from 'node:worker_threads';
import type { Batch, Pause } from './event-source.ts';
import type { ReadCounts } from '../report/read-counts.ts';
import type { SessionFiles } from './transcript/find-transcripts.ts';

export interface ThreadOrder {
  sessions: readonly SessionFiles[];
}

export interface ThreadMessage {
  /** Null: that was all. */
  batch: Batch | null;
  counts: ReadCounts;
}

/** So many batches, of a megabyte of the record each, may wait to be judged. */
export const AHEAD = 8;
/** So many are asked for at once: each message makes both threads look up. */
const AT_ONCE = 4;

/** As `readTranscripts`, in another thread: finding the events in a record takes half as long as judging them, and both go on side by side. */
export async function* readInThread(
  file: string,
  sessions: readonly SessionFiles[],
  counts: ReadCounts,
  pause: Pause,
): AsyncGenerator<Batch> {
  const order: ThreadOrder = { sessions };
  const worker = new Worker(file, { workerData: order, env: SHARE_ENV });
  const { next } = inboxOf(worker);
  let taken = 0;
  try {
    for (let message = await next(); ; message = await next()) {
      Object.assign(counts, message.counts);
      if (message.batch === null) return;
      taken++;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
      if (taken % AT_ONCE === 0) worker.postMessage(AT_ONCE);
      yield message.batch;
      await pause();
    }
  } finally {
    await worker.terminate();
  }
}

/** Messages in their order, as somebody wants them. A thread that dies is an error, never the end of the record. */
function inboxOf(worker: Worker): { next: () => Promise<ThreadMessage> } {
  const messages: ThreadMessage[] = [];
  let failure: Error | null = null;
  let wake = () => {};
  worker.on('message', (message: ThreadMessage) => {
    messages.push(message);
    wake();
  });
  worker.on('error', (error: Error) => {
    failure ??= error;
    wake();
  });
  worker.on('exit', () => {
    failure ??= new Error('the thread that reads the record ended before the record did');
    wake();
  });
  const next = async () => {
    for (;;) {
      const message = messages.shift();
      if (message !== undefined) return message;
      if (failure !== null) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { next };
}
