import { parentPort, workerData } from 'node:worker_threads';
import { fromArtefact } from '../policy/load.ts';
import type { BatchAnswer, BatchRequest, WorkerData } from './worker-team.ts';
import { createWeigher, type Weighed } from './weigher.ts';
import { fromWire, type WireEvent } from './wire-event.ts';

/** A thread that judges commands without the session they belong to. */
const { artefacts, ...options } = workerData as WorkerData;
const { weighAlone } = createWeigher(artefacts.map(fromArtefact), options);

parentPort?.on('message', ({ number, events }: BatchRequest) => {
  const answer: BatchAnswer = { number, answers: events.map(weighed) };
  parentPort?.postMessage(answer);
});

function weighed(event: WireEvent): Weighed | null {
  try {
    return weighAlone(fromWire(event));
  } catch {
    // Whatever it is, the thread that reads meets it, too, and says so.
    return null;
  }
}
