import { assert, double, property, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import type { Fact } from '../session/state.ts';
import { earlierFacts } from './earlier-facts.ts';

const factAt = (time: number, call?: string): Fact => ({
  kind: 'prompt',
  at: Math.floor(time),
  ...(call === undefined ? {} : { call }),
});

/** What the hook writes of a call that began at `start` and was recorded after `recorded` ms. */
const recordOf = (start: number, recorded: number) => ({
  time: new Date(Math.floor(start + recorded)).toISOString(),
  durationMs: Math.round(recorded * 10) / 10,
  event: 'after-tool',
  callId: 'call-2',
});

const milliseconds = (max: number) => double({ min: 0, max, noNaN: true });

it("the call's own facts are not among them, however soon after the start", () => {
  const call = tuple(milliseconds(1000), milliseconds(5), milliseconds(20));
  assert(
    property(call, ([start, untilFact, untilRecord]) => {
      const own = [undefined, 'call-2', 'after-tool call-2'].map((id) => factAt(start + untilFact, id));
      expect(earlierFacts(recordOf(start, untilFact + untilRecord), own)).toEqual([]);
    }),
    { examples: [[[994.5, 0.3, 5.2]], [[994.96, 0.01, 0.03]]] },
  );
});

it('what another call has left is, however soon before the start', () => {
  const call = tuple(milliseconds(1000), milliseconds(5), milliseconds(20));
  assert(
    property(call, ([start, before, recorded]) => {
      const earlier = ['call-1', 'before-tool call-2'].map((id) => factAt(start - before, id));
      expect(earlierFacts(recordOf(start, recorded), earlier)).toEqual(earlier);
    }),
    { examples: [[[1000, 0, 0.1]], [[1000.04, 0.04, 0.95]]] },
  );
});

it('what was remembered without a call is, three milliseconds before the start', () => {
  assert(
    property(milliseconds(1000), milliseconds(20), (start, recorded) => {
      const earlier = factAt(start - 3);
      expect(earlierFacts(recordOf(start, recorded), [earlier])).toEqual([earlier]);
    }),
  );
});
