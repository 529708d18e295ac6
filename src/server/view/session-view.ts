import type { Fact } from '../../session/state.ts';
import type { CheckSummary, DecisionRow, Lane, SessionDetail, SessionRow, SessionStep, StepKind } from '../api.ts';
import { createDetours } from './detours.ts';

/** The newest steps of a session; more would be no picture any more. */
const MOST_STEPS = 5_000;

/** Rows of one session in the order of time, and what the session remembers → its timeline. Null: no rows. */
export function sessionView(rows: readonly DecisionRow[], facts: readonly Fact[]): SessionDetail | null {
  const [first] = rows;
  if (first === undefined) return null;
  const steps = stepsOf(rows, facts);
  const lanes = new Map<string | null, Lane>([[null, { actor: null, steps: 0 }]]);
  for (const { row } of steps) {
    const lane = lanes.get(row.actor) ?? { actor: row.actor, steps: 0 };
    lane.steps++;
    lanes.set(row.actor, lane);
  }
  const checks = checksOf(facts);
  return {
    session: sessionRows(rows)[0] ?? emptyRow(first),
    lanes: [...lanes.values()],
    steps: steps.slice(-MOST_STEPS),
    checks,
    editedSince: facts.length === 0 ? null : editedSince(facts),
    left: Math.max(0, steps.length - MOST_STEPS),
  };
}

function stepsOf(rows: readonly DecisionRow[], facts: readonly Fact[]): SessionStep[] {
  const checks = new Map<string, { name: string; ok: boolean }[]>();
  for (const fact of facts) {
    if (fact.kind !== 'check' || fact.call === undefined) continue;
    checks.set(fact.call, [...(checks.get(fact.call) ?? []), { name: fact.name, ok: fact.ok }]);
  }
  const open = new Map<string, SessionStep>();
  const detours = createDetours();
  const steps: SessionStep[] = [];
  for (const row of rows) {
    const call = row.callId === null ? undefined : open.get(row.callId);
    if (row.event === 'after-tool' && call !== undefined) {
      call.outcome = /fail/i.test(row.nativeEvent) ? 'failed' : 'ran';
      if (row.verdict === 'none') continue;
    }
    const own = row.callId === null ? [] : (checks.get(row.callId) ?? []);
    const kind = kindOf(row, own.length > 0);
    const way = row.event === 'before-tool' ? detours(row) : { detourOf: null, retryOf: null };
    const step: SessionStep = { kind, row, outcome: null, checks: own, ...way };
    if (row.event === 'before-tool' && row.callId !== null) open.set(row.callId, step);
    steps.push(step);
  }
  return steps;
}

function kindOf({ event, verdict }: DecisionRow, ranCheck: boolean): StepKind {
  if (event === 'before-tool' || event === 'after-tool') return ranCheck ? 'check' : 'call';
  if (event === 'stop' || event === 'subagent-stop') return verdict === 'deny' ? 'held' : 'stop';
  if (event === 'prompt') return 'prompt';
  return event === 'session-start' || event === 'session-end' ? 'session' : 'other';
}

function checksOf(facts: readonly Fact[]): CheckSummary[] {
  const checks = new Map<string, CheckSummary>();
  for (const fact of facts) {
    if (fact.kind !== 'check') continue;
    const passedAt = fact.ok ? fact.at : (checks.get(fact.name)?.passedAt ?? null);
    checks.set(fact.name, { name: fact.name, lastAt: fact.at, lastOk: fact.ok, passedAt });
  }
  return [...checks.values()];
}

/** Files edited after the last check that passed. */
function editedSince(facts: readonly Fact[]): number {
  const passed = facts.findLastIndex((fact) => fact.kind === 'check' && fact.ok);
  return new Set(facts.slice(passed + 1).flatMap((fact) => (fact.kind === 'edit' ? [fact.path] : []))).size;
}

/** Rows in the order of time → their sessions, the latest first. */
export function sessionRows(rows: readonly DecisionRow[]): SessionRow[] {
  const sessions = new Map<string, SessionRow & { actors: Set<string> }>();
  for (const row of rows) {
    const key = `${row.machine ?? ''}\n${row.session}`;
    const sessionRow = sessions.get(key) ?? { ...emptyRow(row), actors: new Set<string>() };
    sessions.set(key, sessionRow);
    sessionRow.last = row.at;
    sessionRow.decisions++;
    if (row.actor !== null) sessionRow.actors.add(row.actor);
    const isStop = row.event === 'stop' || row.event === 'subagent-stop';
    if (row.event === 'before-tool') sessionRow.calls++;
    if (row.verdict === 'ask') sessionRow.asked++;
    if (row.verdict === 'deny' && isStop) sessionRow.held++;
    else if (row.verdict === 'deny') sessionRow.denied++;
  }
  return [...sessions.values()]
    .map(({ actors, ...session }) => ({ ...session, subagents: actors.size }))
    .sort((a, b) => b.last - a.last || (a.id < b.id ? -1 : 1));
}

function emptyRow({ session, machine, host, agent, project, at }: DecisionRow): SessionRow {
  return {
    id: session,
    machine,
    host,
    agent,
    project,
    first: at,
    last: at,
    decisions: 0,
    calls: 0,
    denied: 0,
    asked: 0,
    held: 0,
    subagents: 0,
  };
}
