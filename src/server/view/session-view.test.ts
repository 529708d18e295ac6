import { expect, it } from 'vitest';
import type { DecisionRow } from '../api.ts';
import { sessionRows, sessionView } from './session-view.ts';

const row = (id: string, changes: Partial<DecisionRow> = {}): DecisionRow => ({
  id,
  machine: null,
  host: null,
  at: Number(id) * 1_000,
  agent: 'claude-code',
  session: 's1',
  actor: null,
  event: 'before-tool',
  nativeEvent: 'PreToolUse',
  tool: 'Bash',
  callId: `call-${id}`,
  verdict: 'none',
  rules: [],
  what: `run step ${id}`,
  project: '/p',
  durationMs: 1,
  mark: null,
  ...changes,
});

it('joins what came after a call with the call, and tells checks, stops and subagents apart', () => {
  const rows = [
    row('1', { event: 'session-start', callId: null }),
    row('2'),
    row('3', { event: 'after-tool', nativeEvent: 'PostToolUseFailure', callId: 'call-2' }),
    row('4', { actor: 'sub' }),
    row('5', { event: 'stop', verdict: 'deny', callId: null }),
    row('6', { event: 'after-tool', nativeEvent: 'PostToolUse', callId: 'call-4', verdict: 'warn' }),
    row('7', { event: 'stop', callId: null }),
    row('8', { event: 'prompt', callId: null }),
  ];
  const view = sessionView(rows, [
    { kind: 'edit', path: '/p/a', by: 'tool', at: 1 },
    { kind: 'check', name: 'tests', ok: false, at: 2, call: 'call-2' },
    { kind: 'check', name: 'tests', ok: true, at: 3 },
    { kind: 'edit', path: '/p/a', by: 'tool', at: 4 },
    { kind: 'edit', path: '/p/a', by: 'shell', at: 5 },
  ]);
  expect(view?.steps.map(({ kind, row: { id }, outcome }) => [kind, id, outcome])).toEqual([
    ['session', '1', null],
    ['check', '2', 'failed'],
    ['call', '4', 'ran'],
    ['held', '5', null],
    ['call', '6', null],
    ['stop', '7', null],
    ['prompt', '8', null],
  ]);
  expect({ lanes: view?.lanes, checks: view?.checks, editedSince: view?.editedSince, left: view?.left }).toEqual({
    lanes: [
      { actor: null, steps: 6 },
      { actor: 'sub', steps: 1 },
    ],
    checks: [{ name: 'tests', lastAt: 3, lastOk: true, passedAt: 3 }],
    editedSince: 1,
    left: 0,
  });
});

it('has nothing to show of a session without decisions', () => {
  expect(sessionView([], [])).toBeNull();
});

it('counts by session, the latest first', () => {
  const sessions = sessionRows([
    row('1'),
    row('2', { session: 's2', verdict: 'ask' }),
    row('3', { verdict: 'deny', actor: 'sub' }),
    row('4', { event: 'subagent-stop', verdict: 'deny', callId: null }),
  ]);
  expect(sessions).toEqual([
    expect.objectContaining({
      id: 's1',
      first: 1_000,
      last: 4_000,
      decisions: 3,
      calls: 2,
      denied: 1,
      asked: 0,
      held: 1,
      subagents: 1,
    }),
    expect.objectContaining({
      id: 's2',
      first: 2_000,
      last: 2_000,
      decisions: 1,
      calls: 1,
      denied: 0,
      asked: 1,
      held: 0,
      subagents: 0,
    }),
  ]);
});
