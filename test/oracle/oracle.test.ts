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
  it('is played by the built hookctl as the real client played it', { timeout: 20 * 60_000 }, async () => {
    const wanted = readCases(file).filter(({ id }) => only === undefined || new RegExp(only).test(id));
    const cases = wanted.filter(({ id }) => !NOT_PLAYED.some(({ ids }) => ids.test(id)));
    const failures: Record<string, string[]> = {};
    const play = async (observed: ObservedCase): Promise<void> => {
      const found = await replay(observed).catch((error: Error) => [`threw: ${error.message}`]);
      if (found.length > 0) failures[observed.id] = found;
      else delete failures[observed.id];
    };
    const work = async (queue: ObservedCase[]): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await play(next);
    };
    const [waiting, busy] = [cases.filter(waits), cases.filter((one) => !waits(one))];
    await Promise.all([
      ...Array.from({ length: WAITING_AT_ONCE }, () => work(waiting)),
      ...Array.from({ length: availableParallelism() + 1 }, () => work(busy)),
    ]);
    for (let tries = 0; tries < RACES; tries += 1)
      await work(cases.filter(({ id }) => id in failures && RACING.test(id)));
    for (const { id } of wanted) {
      const skipped = NOT_PLAYED.find(({ ids }) => ids.test(id));
      if (skipped !== undefined) console.log(`not played: ${id}: ${skipped.reason}`);
    }
    console.log(`${file}: ${cases.length - Object.keys(failures).length} of ${cases.length} cases agree`);
    if (report !== undefined) writeFileSync(report, JSON.stringify(failures, null, 1));
    expect(failures).toEqual({});
  });
});

/** Cases that mostly wait for a timer cost no processor: many of them are played at once. */
const WAITING_AT_ONCE = 8;

function waits(observed: ObservedCase): boolean {
  return /sleep [\d.]+|"delayMs":/.test(JSON.stringify(observed));
}

/** Two hooks that answer at the same moment: which finishes first is open, in the client as here. The observed order must come up within a few races. */
const RACING = /^b0[67]-|two-|-two|-and-|allow-deny|deny-allow|allow-ask/;
const RACES = 4;
