import { describe, expect, it } from 'vitest';
import type { TrailDecision, DecisionHit } from './decision.ts';
import { latencyOf, tallyDecisions } from './tally.ts';

let next = 0;
const decision = (changes: Partial<TrailDecision>): TrailDecision => ({
  id: `id${next++}`,
  at: 0,
  agent: 'claude-code',
  session: 's1',
  event: 'before-tool',
  nativeEvent: 'PreToolUse',
  tool: 'Bash',
  verdict: 'none',
  what: 'run ls',
  rules: [],
  project: '/project',
  hits: [],
  durationMs: 1,
  mode: null,
  record: {} as TrailDecision['record'],
  ...changes,
});
const hit = (changes: Partial<DecisionHit> = {}): DecisionHit => ({
  rule: 'r',
  verb: 'deny',
  effective: 'deny',
  mode: 'enforce',
  because: 'holds',
  excused: false,
  ...changes,
});
const watched = (changes: Partial<DecisionHit> = {}) => hit({ effective: 'observe', mode: 'observe', ...changes });
const tally = (...decisions: Partial<TrailDecision>[]) =>
  tallyDecisions(decisions.map(decision), (at) => `day ${Math.floor(at / 10)}`);
const pending = (...decisions: Partial<TrailDecision>[]) => tally(...decisions).pending;

describe('figures', () => {
  it('of nothing', () => {
    expect(tally()).toEqual({
      decisions: 0,
      sessions: 0,
      first: null,
      last: null,
      verdicts: { deny: 0, ask: 0, warn: 0, allow: 0, inject: 0, observe: 0, none: 0 },
      rules: [],
      topSessions: [],
      tools: [],
      latency: null,
      days: [],
      pending: [],
      enforcing: { calls: 0, sessions: 0, would: {} },
    });
  });

  it('of a few sessions', () => {
    next = 0;
    const made = tally(
      { at: 1, verdict: 'deny', hits: [hit(), hit({ rule: 'b', effective: 'warn', verb: 'warn' })], durationMs: 5 },
      { at: 2, durationMs: 1 },
      { at: 11, session: 's2', verdict: 'ask', hits: [hit({ verb: 'ask', effective: 'ask' })], durationMs: 3 },
      { at: 12, session: 's2', tool: null, nativeEvent: 'Stop', durationMs: 2 },
      { at: 13, session: 's2', durationMs: 4 },
    );
    expect(made).toEqual({
      decisions: 5,
      sessions: 2,
      first: 1,
      last: 13,
      verdicts: { deny: 1, ask: 1, warn: 0, allow: 0, inject: 0, observe: 0, none: 3 },
      rules: [
        { rule: 'r', hits: 2, deny: 1, ask: 1, warn: 0, allow: 0, inject: 0, observe: 0, sessions: 2, last: 11 },
        { rule: 'b', hits: 1, deny: 0, ask: 0, warn: 1, allow: 0, inject: 0, observe: 0, sessions: 1, last: 1 },
      ],
      topSessions: [
        { session: 's2', agent: 'claude-code', decisions: 3, stopped: 1, first: 11, last: 13 },
        { session: 's1', agent: 'claude-code', decisions: 2, stopped: 1, first: 1, last: 2 },
      ],
      tools: [
        { tool: 'Bash', decisions: 4, stopped: 2 },
        { tool: 'Stop', decisions: 1, stopped: 0 },
      ],
      latency: { p50: 3, p90: 5, p99: 5, max: 5 },
      days: [
        { day: 'day 0', decisions: 2, stopped: 1 },
        { day: 'day 1', decisions: 3, stopped: 1 },
      ],
      pending: [],
      enforcing: { calls: 0, sessions: 0, would: {} },
    });
  });

  it.each<[number[], object | null]>([
    [[], null],
    [[7], { p50: 7, p90: 7, p99: 7, max: 7 }],
    [[2, 1], { p50: 1, p90: 2, p99: 2, max: 2 }],
    [Array.from({ length: 100 }, (_, at) => 100 - at), { p50: 50, p90: 90, p99: 99, max: 100 }],
    [Array.from({ length: 1000 }, (_, at) => at + 1), { p50: 500, p90: 900, p99: 990, max: 1000 }],
  ])('percentiles of %j', (durations, wanted) => {
    expect(latencyOf(durations)).toEqual(wanted);
  });
});

describe('what enforcing would have changed', () => {
  it('calls that were let through, by rule, with the most frequent ones', () => {
    next = 0;
    const found = pending(
      { verdict: 'observe', what: 'run a', hits: [watched()] },
      { verdict: 'observe', what: 'run b', hits: [watched()] },
      { verdict: 'observe', what: 'run b', session: 's2', hits: [watched()] },
      { verdict: 'warn', what: 'run c', hits: [hit({ rule: 'w', effective: 'warn', mode: 'warn' })] },
    );
    expect(found).toEqual([
      {
        rule: 'r',
        mode: 'observe',
        byEnvironment: false,
        hits: 3,
        calls: 3,
        would: { deny: 3 },
        sessions: 2,
        examples: [
          { what: 'run b', times: 2, id: 'id2' },
          { what: 'run a', times: 1, id: 'id0' },
        ],
      },
      {
        rule: 'w',
        mode: 'warn',
        byEnvironment: false,
        hits: 1,
        calls: 1,
        would: { deny: 1 },
        sessions: 1,
        examples: [{ what: 'run c', times: 1, id: 'id3' }],
      },
    ]);
  });

  it.each<[string, Partial<TrailDecision>, object]>([
    [
      'another rule had denied it anyway',
      { verdict: 'deny', hits: [watched(), hit({ rule: 'x' })] },
      { hits: 1, calls: 0, would: {} },
    ],
    [
      'a deny where another rule asked',
      { verdict: 'ask', hits: [watched(), hit({ rule: 'x', verb: 'ask', effective: 'ask' })] },
      { calls: 1, would: { deny: 1 } },
    ],
    [
      'an ask where it was allowed',
      { verdict: 'allow', hits: [watched({ verb: 'ask' })] },
      { calls: 1, would: { ask: 1 } },
    ],
    [
      'a warning where nothing was said',
      { verdict: 'observe', hits: [watched({ verb: 'warn' })] },
      { calls: 1, would: { warn: 1 } },
    ],
    [
      'a warning beside a question changes nothing',
      { verdict: 'ask', hits: [watched({ verb: 'warn' })] },
      { calls: 0 },
    ],
    [
      'a deny that is not sure asks',
      { verdict: 'observe', hits: [watched({ because: 'unknown' })] },
      { calls: 1, would: { ask: 1 } },
    ],
    [
      'by the environment',
      { verdict: 'observe', mode: 'observe', hits: [watched()] },
      { byEnvironment: true, calls: 1 },
    ],
    [
      'a stop is called by its event',
      { verdict: 'observe', what: '', tool: null, nativeEvent: 'Stop', hits: [watched()] },
      { examples: [{ what: 'Stop', times: 1, id: expect.any(String) }] },
    ],
  ])('%s', (_, made, wanted) => {
    expect(pending(made)).toMatchObject([{ rule: 'r', ...wanted }]);
  });

  it('all rules together: a call counts once, by the strictest of them', () => {
    const other = { rule: 'x', mode: 'observe', effective: 'observe' } as const;
    const { enforcing } = tally(
      { verdict: 'observe', hits: [watched(), hit({ ...other, verb: 'ask' })] },
      { verdict: 'observe', session: 's2', hits: [hit({ ...other, verb: 'ask' })] },
      { verdict: 'deny', session: 's3', hits: [watched(), hit({ rule: 'y' })] },
      { verdict: 'observe', session: 's4', hits: [hit({ ...other, rule: 'promoted' })] },
      { verdict: 'deny', session: 's5', hits: [hit({ rule: 'promoted' })] },
    );
    expect(enforcing).toEqual({ calls: 2, sessions: 2, would: { deny: 1, ask: 1 } });
  });

  it('nothing, for a rule that was enforced when it was last seen', () => {
    expect(
      pending({ at: 1, verdict: 'observe', hits: [watched()] }, { at: 2, verdict: 'deny', hits: [hit()] }),
    ).toEqual([]);
  });

  it('nothing, for what a person permitted once: that rule is enforced', () => {
    expect(pending({ verdict: 'observe', hits: [hit({ effective: 'observe', excused: true })] })).toEqual([]);
  });
});
