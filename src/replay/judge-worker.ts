import { parentPort, workerData } from 'node:worker_threads';
import { fromArtefact } from '../policy/load.ts';
import type { BatchAnswer, BatchRequest, WorkerData } from './worker-team.ts';
import { createWeigher, type Weighed } from './weigher.ts';
import { fromWire, type WireEvent } from './wire-event.ts';

/** A thread that judges calls without the session they belong to. */
const { artefacts, ...options } = workerData as WorkerData;
const { weighAlone } = createWeigher(artefacts.map(fromArtefact), options);

parentPort?.on('message', ({ number, events }: BatchRequest) => {
  const answer: BatchAnswer = { number, answers: events.map(weigh) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage(answer);
});

function weigh(event: WireEvent): Weighed | null {
  try {
    const weighed = weighAlone(fromWire(event));
    return event.short && weighed?.hangsOn === 'more' ? null : weighed;
  } catch {
    // Whatever it is, the thread that reads meets it, too, and says so.
    return null;
  }
}
