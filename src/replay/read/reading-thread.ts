import { parentPort, workerData } from 'node:worker_threads';
import { noCounts } from '../report/read-counts.ts';
import { AHEAD, type ThreadMessage, type ThreadOrder } from './read-in-thread.ts';
import { readTranscripts } from './transcript/read-transcripts.ts';

/** The thread that reads while another one judges. Each message it gets says how many batches more are wanted. */
const { sessions } = workerData as ThreadOrder;
const counts = noCounts();
let wanted = AHEAD;
let wake = () => {};

parentPort?.on('message', (more: number) => {
  wanted += more;
  wake();
});

function send(message: ThreadMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage(message);
}

for await (const batch of readTranscripts(sessions, counts, () => Promise.resolve())) {
  if (wanted === 0) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  wanted--;
  send({ batch, counts });
}
send({ batch: null, counts });
parentPort?.close();
