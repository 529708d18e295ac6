import type { PastEvent } from '../../adapters/past-event.ts';
import type { RuleHit } from '../../policy/judgement.ts';
import type { JudgedEvent } from '../judge/judge-past.ts';
import { type AlarmVerdict, alarmVerdict } from './alarm.ts';
import { type Changes, createChanges } from './changes.ts';
import { createTally, type AlarmTally } from './tally.ts';

/** What is counted. Everything is judged all the same, so that the memory of a session is complete. */
export interface ReplayFilter {
  rules?: readonly string[] | undefined;
  verdicts?: readonly AlarmVerdict[] | undefined;
  since?: number | undefined;
  until?: number | undefined;
}

/** Everything the report says about the events. It does not grow with the record. */
export interface Summary {
  tally: AlarmTally;
  /** Empty without a second policy. */
  changes: Changes;
  /** Events before a tool call. */
  calls: number;
  /** By the agent's own name of the event. */
  events: Record<string, number>;
  sessions: Set<string>;
  /** Events by the strictest thing any rule said for certain. */
  decisions: Record<AlarmVerdict, number>;
  /** Events that needed a fact that can no longer be known. */
  askedInVain: number;
  first: number | null;
  last: number | null;
}

export function emptySummary(): Summary {
  return {
    tally: createTally(),
    changes: createChanges(),
    calls: 0,
    events: {},
    sessions: new Set(),
    decisions: { deny: 0, ask: 0, warn: 0, observe: 0 },
    askedInVain: 0,
    first: null,
    last: null,
  };
}

export function addToSummary(summary: Summary, past: PastEvent, judged: JudgedEvent, filter: ReplayFilter): void {
  const { at, event } = past;
  if (at < (filter.since ?? -Infinity) || at >= (filter.until ?? Infinity)) return;
  summary.sessions.add(event.session.id);
  summary.events[event.nativeEvent] = (summary.events[event.nativeEvent] ?? 0) + 1;
  if (event.event === 'before-tool') summary.calls++;
  summary.first = Math.min(summary.first ?? at, at);
  summary.last = Math.max(summary.last ?? at, at);
  if (judged.askedInVain) summary.askedInVain++;
  const [main, other] = judged.judgements;
  if (main === undefined) return;
  let strictest: AlarmVerdict | null = null;
  for (const [index, hit] of main.hits.entries()) {
    const verdict = alarmVerdict(hit);
    const shape = main.shapes[index];
    if (verdict === null || shape === undefined || !passes(hit, verdict, filter)) continue;
    const isCertain = hit.because !== 'unknown';
    if (isCertain && (strictest === null || RANK[verdict] > RANK[strictest])) strictest = verdict;
    summary.tally.add({ past, hit, verdict, shape });
  }
  if (strictest !== null) summary.decisions[strictest]++;
  if (other !== undefined) summary.changes.add(past, main, other);
}

const RANK: Record<AlarmVerdict, number> = { observe: 0, warn: 1, ask: 2, deny: 3 };

function passes(hit: RuleHit, verdict: AlarmVerdict, { rules, verdicts }: ReplayFilter): boolean {
  return (rules?.includes(hit.rule) ?? true) && (verdicts?.includes(verdict) ?? true);
}
