import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileLayers } from '../../src/hook/policy-files/compile-layers.ts';
import { noCounts } from '../../src/replay/report/read-counts.ts';
import { readInThread } from '../../src/replay/read/read-in-thread.ts';
import { runReplay } from '../../src/replay/run-replay.ts';
import { findTranscripts } from '../../src/replay/read/transcript/find-transcripts.ts';
import { findProduct } from '../../src/hook/resident/product.ts';
// @ts-expect-error a script without types
import { writeTranscript } from '../../bench/synthetic-transcript.mjs';
import { scratch } from '../support/scratch.ts';

const write = writeTranscript as (path: string, bytes: number, seed: number) => number;
const { readingThread } = findProduct();

/** Two sessions, one of them with a subagent, and one that repeats another. */
function record(): string {
  const dir = scratch();
  write(join(dir, 'first.jsonl'), 4e6, 1);
  write(join(dir, 'second.jsonl'), 2e6, 2);
  mkdirSync(join(dir, 'second', 'subagents'), { recursive: true });
  write(join(dir, 'second', 'subagents', 'agent-a.jsonl'), 1e6, 3);
  copyFileSync(join(dir, 'first.jsonl'), join(dir, 'third.jsonl'));
  return dir;
}

async function replayed(dir: string, thread: string | null) {
  const chosen = [{ layer: 'pack', path: 'pack:default', wanted: true } as const];
  const { artefact } = compileLayers(chosen);
  if (artefact === null) throw new Error('the pack does not compile');
  const { seconds, maxRss, ...report } = await runReplay({
    records: { kind: 'transcripts', sessions: findTranscripts([dir]).sessions },
    readingThread: thread,
    policy: { chosen, artefact },
    against: null,
    env: {},
    home: '/home/dev',
    present: false,
    wanted: {},
    limit: 50,
    suggest: false,
    onProgress: () => undefined,
    isStopped: () => false,
  });
  expect([seconds > 0, maxRss > 0]).toEqual([true, true]);
  return report;
}

describe('a record read in a thread of its own', () => {
  it('gives the same report', async () => {
    const dir = record();
    const here = await replayed(dir, null);
    expect(here.read.repeated).toBeGreaterThan(100);
    expect(here.decisions.deny).toBeGreaterThan(10);
    expect(await replayed(dir, readingThread)).toEqual(here);
  });

  it.each([
    ['throws', 'throw new Error("broken");', 'broken'],
    ['ends', 'process.exit(0);', 'the thread that reads the record ended before the record did'],
    ['is not there', null, 'Cannot find module'],
  ])('a thread that %s is an error, not the end of the record', async (name, code, problem) => {
    const file = join(scratch(), `${name}.mjs`);
    if (code !== null) writeFileSync(file, code);
    const batches = readInThread(file, [], noCounts(), () => Promise.resolve());
    await expect(batches.next()).rejects.toThrow(problem);
  });

  it('nobody waits for a thread that is not wanted any more', async () => {
    const { sessions } = findTranscripts([record()]);
    const counts = noCounts();
    const batches = readInThread(readingThread, sessions, counts, () => Promise.resolve());
    const first = await batches.next();
    await batches.return(undefined);
    expect([(first.value?.events.length ?? 0) > 0, await batches.next()]).toEqual([
      true,
      { done: true, value: undefined },
    ]);
  });
});
