import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TRANSCRIPT_READERS } from '../../src/adapters/agents.ts';
import { compileLayers } from '../../src/hook/policy-files/compile-layers.ts';
import { replay } from '../../src/replay/replay.ts';
import { findTranscripts } from '../../src/replay/read/find-transcripts.ts';
// @ts-expect-error a script without types
import { writeTranscript } from '../../bench/synthetic-transcript.mjs';
import { scratch } from '../support/scratch.ts';

const write = writeTranscript as (path: string, bytes: number, seed: number) => number;

describe('an interrupted replay', () => {
  it('reports what was found so far, and says that it is not all', async () => {
    const dir = scratch();
    const [readers, place] = [TRANSCRIPT_READERS, { env: {}, home: dir }];
    const bytes = [1, 2, 3].map((seed) => write(join(dir, `${seed}.jsonl`), 6e6, seed)).reduce((a, b) => a + b);
    const chosen = [{ layer: 'pack', path: 'pack:shell-writes', wanted: true } as const];
    const { artefact } = compileLayers(chosen);
    if (artefact === null) throw new Error('the pack does not compile');
    let reads = 0;
    const report = await replay({
      record: { kind: 'transcripts', sessions: findTranscripts([dir], { readers, place }).sessions },
      policy: { chosen, artefact },
      against: null,
      env: {},
      home: dir,
      present: false,
      filter: {},
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
