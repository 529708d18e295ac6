import { describe, expect, it } from 'vitest';
import type { AuditLine } from '../../audit/record/audit-line.ts';
import type { TrailEntry } from '../../audit/query/read-trail.ts';
import { readTrailEvents } from './read-trail.ts';
import { noCounts } from './read-counts.ts';

const EVENTS: Record<string, string> = {
  PreToolUse: 'before-tool',
  PostToolUse: 'after-tool',
  PostToolUseFailure: 'after-tool',
  Stop: 'stop',
};

function entry(line: number, nativeEvent: string, callId: string | null, own: Partial<AuditLine> = {}): TrailEntry {
  const record = {
    agent: 'claude-code',
    time: '2026-01-01T00:00:00.000Z',
    session: 's',
    event: EVENTS[nativeEvent] ?? 'other',
    nativeEvent,
    callId,
    cwd: '/p/src',
    project: '/p',
    verdict: 'none',
    payload: { tool_name: 'Bash', tool_use_id: callId },
    payloadCut: false,
    ...own,
  } as AuditLine;
  return { file: 'trail', line, offset: 0, length: 10, record, problem: null };
}

function read(entries: TrailEntry[]) {
  const counts = noCounts();
  const events = [...readTrailEvents(entries, { counts, home: '/home/user' })]
    .flat()
    .map(({ event, outcome, where }) =>
      [event.nativeEvent, event.callId, outcome, `@${where.line}`].filter(Boolean).join(' '),
    );
  return {
    events,
    cut: counts.cutPayloads,
    lines: counts.lines,
    invalid: counts.invalid,
    withoutPayload: counts.withoutPayload,
  };
}

describe('the audit trail as events', () => {
  it('a call comes with what became of it', () => {
    expect(
      read([
        entry(1, 'PreToolUse', 't1'),
        entry(2, 'PreToolUse', 't2', { verdict: 'deny' }),
        entry(3, 'PreToolUse', 't3', { payloadCut: true }),
        entry(4, 'PostToolUse', 't1'),
        entry(5, 'PostToolUseFailure', 't3'),
        entry(6, 'PreToolUse', 't4'),
        entry(7, 'Stop', null),
        entry(8, 'PreToolUse', 't5', { session: 'other' }),
        { file: 'trail', line: 9, offset: 0, length: 10, record: null, problem: 'torn' },
        entry(10, 'Stop', null, { payload: null }),
      ]),
    ).toEqual({
      events: [
        'PreToolUse t2 refused-by-hook @2',
        'PreToolUse t1 ran @1',
        'PostToolUse t1 @4',
        'PreToolUse t3 failed @3',
        'PostToolUseFailure t3 @5',
        'PreToolUse t4 unknown @6',
        'Stop @7',
        'PreToolUse t5 unknown @8',
      ],
      cut: 1,
      lines: 10,
      invalid: 1,
      withoutPayload: 1,
    });
  });

  it('the payload comes whole, with the session and the project it was judged in', () => {
    const entries = [entry(1, 'Stop', null, { payload: { stop_hook_active: true, session_id: 'x' } })];
    expect([...readTrailEvents(entries, { counts: noCounts(), home: '/home/user' })].flat()).toMatchObject([
      {
        event: {
          raw: { session_id: 'x', stop_hook_active: true, hook_event_name: 'Stop' },
          session: { id: 's' },
          cwd: '/p/src',
          projectRoot: '/p',
          stopActive: true,
        },
        at: Date.UTC(2026, 0, 1),
        where: { file: 'trail', line: 1 },
        branch: null,
        outcome: null,
      },
    ]);
  });
});
