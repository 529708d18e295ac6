import { assert, double, property, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import type { Fact } from '../session/state.ts';
import { earlierFacts } from './earlier-facts.ts';

const factAt = (time: number): Fact => ({ kind: 'prompt', at: Math.floor(time) });

/** What the hook writes of a call that began at `start`, was recorded after `recorded` ms and measured after `measured` ms. */
const recordOf = (start: number, recorded: number, measured: number) => ({
  time: new Date(Math.floor(start + recorded)).toISOString(),
  durationMs: Math.round(measured * 10) / 10,
});

const milliseconds = (max: number) => double({ min: 0, max, noNaN: true });

it("the call's own facts are not among them, however soon after the start", () => {
  const call = tuple(milliseconds(1000), milliseconds(5), milliseconds(20), milliseconds(5));
  assert(
    property(call, ([start, untilFact, untilRecord, untilMeasured]) => {
      const recorded = untilFact + untilRecord;
      const own = factAt(start + untilFact);
      expect(earlierFacts(recordOf(start, recorded, recorded + untilMeasured), [own])).toEqual([]);
    }),
    { examples: [[[994.5, 0.3, 5.2, 0]], [[994.96, 0.01, 0.03, 0]]] },
  );
});

it('what was remembered three milliseconds before the start is', () => {
  assert(
    property(milliseconds(1000), milliseconds(20), (start, recorded) => {
      const earlier = factAt(start - 3);
      expect(earlierFacts(recordOf(start, recorded, recorded), [earlier])).toEqual([earlier]);
    }),
  );
});
