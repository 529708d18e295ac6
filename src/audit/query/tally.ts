import { type TrailDecision, SHOWN_VERDICTS, type ShownVerdict } from './decision.ts';
import { type PendingRule, pendingRules, type PendingSum } from './pending-rules.ts';

export interface Tally {
  decisions: number;
  sessions: number;
  /** Milliseconds since the epoch; null when there is nothing. */
  first: number | null;
  last: number | null;
  verdicts: Record<ShownVerdict, number>;
  /** Most hits first. */
  rules: RuleTally[];
  topSessions: SessionTally[];
  tools: ToolTally[];
  /** Milliseconds. */
  latency: Latency | null;
  days: DayTally[];
  /** Rules that only warn or watch, and what enforcing them would have changed. */
  pending: PendingRule[];
  /** All of them together. */
  enforcing: PendingSum;
}

interface RuleTally extends Record<Exclude<ShownVerdict, 'none'>, number> {
  rule: string;
  hits: number;
  sessions: number;
  last: number;
}

/** `stopped`: denied or asked about. */
interface SessionTally {
  session: string;
  agent: string;
  decisions: number;
  stopped: number;
  first: number;
  last: number;
}

interface ToolTally {
  tool: string;
  decisions: number;
  stopped: number;
}

interface DayTally {
  day: string;
  decisions: number;
  stopped: number;
}

/** @internal */
export interface Latency {
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

/** Decisions in the order of the trail → the figures. `dayOf` knows the clock of the machine. */
export function tallyDecisions(decisions: Iterable<TrailDecision>, dayOf: (at: number) => string): Tally {
  const verdicts = Object.fromEntries(SHOWN_VERDICTS.map((verdict) => [verdict, 0])) as Tally['verdicts'];
  const rules = new Map<string, RuleTally & { seen: Set<string> }>();
  const sessions = new Map<string, SessionTally>();
  const tools = new Map<string, ToolTally>();
  const days = new Map<string, DayTally>();
  const pending = pendingRules();
  const durations: number[] = [];
  for (const decision of decisions) {
    const { at, session, verdict } = decision;
    const stopped = verdict === 'deny' || verdict === 'ask' ? 1 : 0;
    verdicts[verdict]++;
    durations.push(decision.durationMs);
    pending.add(decision);
    const own = entry(sessions, session, () => ({
      session,
      agent: decision.agent,
      decisions: 0,
      stopped: 0,
      first: at,
      last: at,
    }));
    own.first = Math.min(own.first, at);
    own.last = Math.max(own.last, at);
    const tool = decision.tool ?? decision.nativeEvent;
    const day = dayOf(at);
    for (const one of [
      own,
      entry(tools, tool, () => ({ tool, decisions: 0, stopped: 0 })),
      entry(days, day, () => ({ day, decisions: 0, stopped: 0 })),
    ]) {
      one.decisions++;
      one.stopped += stopped;
    }
    countRules(rules, decision);
  }
  const all = [...sessions.values()];
  return {
    decisions: durations.length,
    sessions: all.length,
    first: all.reduce<number | null>((least, { first }) => Math.min(least ?? first, first), null),
    last: all.reduce<number | null>((most, { last }) => Math.max(most ?? last, last), null),
    verdicts,
    rules: [...rules.values()]
      .map(({ seen, ...rule }) => ({ ...rule, sessions: seen.size }))
      .sort((a, b) => b.hits - a.hits || (a.rule < b.rule ? -1 : 1)),
    topSessions: mostFirst(all),
    tools: mostFirst([...tools.values()]),
    latency: latencyOf(durations),
    days: [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)),
    pending: pending.list(),
    enforcing: pending.sum(),
  };
}

const NO_VERDICT = { deny: 0, ask: 0, warn: 0, allow: 0, inject: 0, observe: 0 };

function countRules(rules: Map<string, RuleTally & { seen: Set<string> }>, { hits, at, session }: TrailDecision): void {
  for (const { rule, effective } of hits) {
    const one = entry(rules, rule, () => ({
      rule,
      hits: 0,
      ...NO_VERDICT,
      sessions: 0,
      last: at,
      seen: new Set<string>(),
    }));
    one.hits++;
    one[effective]++;
    one.last = Math.max(one.last, at);
    one.seen.add(session);
  }
}

/**
 * Nearest rank: a figure that was really measured.
 * @internal
 */
export function latencyOf(durations: readonly number[]): Latency | null {
  if (durations.length === 0) return null;
  const sorted = Float64Array.from(durations).sort();
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50: rank(0.5), p90: rank(0.9), p99: rank(0.99), max: rank(1) };
}

function mostFirst<T extends { decisions: number; stopped: number }>(list: T[]): T[] {
  return list.sort((a, b) => b.decisions - a.decisions || b.stopped - a.stopped);
}

function entry<T>(map: Map<string, T>, key: string, make: () => T): T {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = make();
  map.set(key, created);
  return created;
}
