import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { AuditEntry } from '../audit/batch-audit.ts';
import type { WriteEntries } from './queued-audit.ts';
import { trailWriter } from './trail-writer.ts';

/**
 * Writes in a thread of its own: shortening, masking and hashing a record takes longer than the decision. `module` is this file as it was built. When the
 * thread dies, what it had not confirmed is written here, and so is everything after that.
 */
export function trailThread(stateDirectory: string, module: string): WriteEntries {
  const here = trailWriter(stateDirectory);
  const open: { entries: readonly AuditEntry[]; done: (problem: Error | null) => void }[] = [];
  let thread: Worker | null = new Worker(module, { workerData: { stateDirectory } });
  thread.on('message', (problem: string | null) => open.shift()?.done(problem === null ? null : new Error(problem)));
  const giveUp = () => {
    thread = null;
    for (const { entries, done } of open.splice(0)) here(entries, done);
  };
  thread.on('error', giveUp);
  thread.on('exit', giveUp);
  // Last, since a listener holds the process: who waits for a line is held by its own connection.
  thread.unref();
  return (entries, done) => {
    if (thread === null) return here(entries, done);
    open.push({ entries, done });
    // As text: cloning the objects takes longer.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage(JSON.stringify(entries));
  };
}

const given = workerData as { stateDirectory?: string } | null;
if (parentPort !== null && given?.stateDirectory !== undefined) {
  const port = parentPort;
  const write = trailWriter(given.stateDirectory);
  port.on('message', (entries: string) =>
    write(JSON.parse(entries) as AuditEntry[], (problem) => port.postMessage(problem?.message ?? null)),
  );
}
