import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { NOT_PLAYED } from './not-played.ts';
import { type ObservedCase, readCases } from './observed-case.ts';
import { replay } from './replay.ts';

const FILES = ['cases.jsonl', 'observed-here.jsonl'];
/** For work on the runtime: which cases, and where the differences are written. */
const { ORACLE_ONLY: only, ORACLE_REPORT: report } = process.env;

describe.each(FILES)('%s', (file) => {
  it('is played by the built hookctl fire as the real client played it', { timeout: 20 * 60_000 }, async () => {
    const wanted = readCases(file).filter(({ id }) => only === undefined || new RegExp(only).test(id));
    const cases = wanted.filter(({ id }) => !NOT_PLAYED.some(({ ids }) => ids.test(id)));
    const failures: Record<string, string[]> = {};
    const queue = [...cases];
    const worker = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const found = await replayRaces(next);
        if (found.length > 0) failures[next.id] = found;
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() + 1 }, worker));
    for (const { id } of wanted) {
      const skipped = NOT_PLAYED.find(({ ids }) => ids.test(id));
      if (skipped !== undefined) console.log(`not played: ${id}: ${skipped.reason}`);
    }
    console.log(`${file}: ${cases.length - Object.keys(failures).length} of ${cases.length} cases agree`);
    if (report !== undefined) writeFileSync(report, JSON.stringify(failures, null, 1));
    expect(failures).toEqual({});
  });
});

/** Two hooks that answer at the same moment: which finishes first is nobody's to say, in the client as here. */
const RACING = /^b0[67]-|two-|-two|allow-deny|deny-allow|allow-ask/;
const TRIES = 3;

/** The observed order must come up within a few tries; every other case has one. */
async function replayRaces(observed: ObservedCase): Promise<string[]> {
  let found: string[] = [];
  for (let left = RACING.test(observed.id) ? TRIES : 1; left > 0; left -= 1) {
    found = await replay(observed).catch((error: Error) => [`threw: ${error.message}`]);
    if (found.length === 0) break;
  }
  return found;
}
