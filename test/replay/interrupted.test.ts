import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileLayers } from '../../src/hook/policy-files/compile-layers.ts';
import { findProduct } from '../../src/hook/resident/product.ts';
import { runReplay } from '../../src/replay/run-replay.ts';
import { findTranscripts } from '../../src/replay/read/transcript/find-transcripts.ts';
// @ts-expect-error a script without types
import { writeTranscript } from '../../bench/synthetic-transcript.mjs';
import { scratch } from '../support/scratch.ts';

const write = writeTranscript as (path: string, bytes: number, seed: number) => number;

describe('an interrupted replay', () => {
  it.each<[string, string | null]>([
    ['here', null],
    ['in a thread', findProduct().readingThread],
  ])('read %s: tells what was found so far, and says that it is not all', async (_, readingThread) => {
    const dir = scratch();
    const bytes = [1, 2, 3].map((seed) => write(join(dir, `${seed}.jsonl`), 6e6, seed)).reduce((a, b) => a + b);
    const chosen = [{ layer: 'pack', path: 'pack:shell-writes', wanted: true } as const];
    const { artefact } = compileLayers(chosen);
    if (artefact === null) throw new Error('the pack does not compile');
    let reads = 0;
    const report = await runReplay({
      records: { kind: 'transcripts', sessions: findTranscripts([dir]).sessions },
      policy: { chosen, artefact },
      against: null,
      readingThread,
      env: {},
      home: dir,
      present: false,
      wanted: {},
      limit: 5,
      suggest: true,
      onProgress: () => undefined,
      isStopped: () => (reads += 1) > 2,
    });
    expect(report.stopped).toBe(true);
    expect(report.read.bytes).toBeLessThan(bytes);
    expect(report.events['PreToolUse'] ?? 0).toBeGreaterThan(10);
    expect(report.suggestions?.effects).toEqual([]);
  });
});
