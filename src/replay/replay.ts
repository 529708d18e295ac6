import { eventOf } from '../adapters/claude-code/decode.ts';
import { redact } from '../audit/redact/redact.ts';
import { describeActions } from '../protocol/describe-actions.ts';
import type { Mode, RuleHit } from '../policy/judgement.ts';
import type { LoadedPolicy } from '../policy/hook.ts';
import { type Verdict, verdictOf } from './judge/alarm.ts';
import { type Changes, createChanges } from './report/changes.ts';
import type { Batch } from './read/event-source.ts';
import type { PastEvent } from './judge/past-event.ts';
import { createReplayJudge, sessionOf } from './judge/replay-judge.ts';
import { createTally, type Example, type Tally } from './report/tally.ts';
import type { Weighed } from './judge/weigher.ts';

export interface ReplayRequest {
  batches: AsyncIterable<Batch>;
  /** The policy to judge by and, to compare, another one. */
  policies: readonly [LoadedPolicy] | readonly [LoadedPolicy, LoadedPolicy];
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** Ask today's file system. */
  present: boolean;
  mode?: Mode | undefined;
  wanted: Wanted;
  isStopped: () => boolean;
}

/** What is counted; everything is judged, so that the memory of a session is whole. */
export interface Wanted {
  rules?: readonly string[] | undefined;
  verdicts?: readonly Verdict[] | undefined;
  since?: number | undefined;
  until?: number | undefined;
}

export interface Replayed {
  tally: Tally;
  /** Empty without a second policy. */
  changes: Changes;
  /** By the name of the hook event. */
  events: Record<string, number>;
  sessions: number;
  /** Events by the strictest thing any rule said for certain. */
  decisions: Record<Verdict, number>;
  /** Events for which a fact was asked that nobody can know any more. */
  askedInVain: number;
  first: number | null;
  last: number | null;
  stopped: boolean;
}

/** Past sessions under a policy: what each rule would have said, and to what. Memory does not grow with the record. */
export async function replay(request: ReplayRequest): Promise<Replayed> {
  const done = nothingReplayed();
  const seen = new Set<string>();
  const judge = createReplayJudge(request.policies, request);
  for await (const { events, endsSession } of request.batches) {
    for (const past of events) note(past, judge.judge(past), done, request, seen);
    if (request.isStopped()) return { ...done, sessions: seen.size, stopped: true };
    if (endsSession) judge.forget();
  }
  return { ...done, sessions: seen.size };
}

function note(past: PastEvent, weighed: Weighed, done: Replayed, request: ReplayRequest, seen: Set<string>): void {
  const { wanted } = request;
  if (past.at < (wanted.since ?? -Infinity) || past.at >= (wanted.until ?? Infinity)) return;
  const session = sessionOf(past);
  const { hook_event_name: name } = past.payload;
  seen.add(session);
  done.events[name] = (done.events[name] ?? 0) + 1;
  done.first = Math.min(done.first ?? past.at, past.at);
  done.last = Math.max(done.last ?? past.at, past.at);
  if (weighed.askedInVain) done.askedInVain++;
  const [first, second] = weighed.opinions;
  if (first === undefined) return;
  let strictest: Verdict | null = null;
  for (const [place, hit] of first.hits.entries()) {
    const verdict = verdictOf(hit);
    const shape = first.shapes[place];
    if (verdict === null || shape === undefined || !isWanted(hit, verdict, wanted)) continue;
    const sure = hit.because !== 'unknown';
    if (sure && (strictest === null || RANK[verdict] > RANK[strictest])) strictest = verdict;
    done.tally.add({
      hit,
      verdict,
      shape,
      outcome: past.outcome ?? outcomeOfEvent(past),
      session,
      at: past.at,
      where: past.where,
      text: () => describe(past, request.home),
    });
  }
  if (strictest !== null) done.decisions[strictest]++;
  if (second !== undefined) done.changes.add(first, second, () => exampleOf(past, request.home));
}

const RANK: Record<Verdict, number> = { observe: 0, warn: 1, ask: 2, deny: 3 };

function isWanted(hit: RuleHit, verdict: Verdict, { rules, verdicts }: Wanted): boolean {
  return (rules?.includes(hit.rule) ?? true) && (verdicts?.includes(verdict) ?? true);
}

/** What is said after a call is about one that ran. */
function outcomeOfEvent({ payload }: PastEvent) {
  if (payload.hook_event_name === 'PostToolUse') return 'ran' as const;
  return payload.hook_event_name === 'PostToolUseFailure' ? ('failed' as const) : ('unknown' as const);
}

function exampleOf(past: PastEvent, home: string): Example {
  const { where, at } = past;
  const outcome = past.outcome ?? outcomeOfEvent(past);
  return { text: describe(past, home), session: sessionOf(past), time: new Date(at).toISOString(), where, outcome };
}

const LONGEST = 300;

function describe({ payload, projectRoot }: PastEvent, home: string): string {
  const event = eventOf(payload, { projectRoot, home });
  const [command] = event.actions;
  const text =
    command?.kind === 'exec'
      ? command.command
      : [
          event.tool?.native ?? event.nativeEvent,
          ...describeActions(event).map((line) => line.replace(/^\w+ /, '')),
        ].join(' ');
  const line = redact(text.slice(0, 4 * LONGEST)).replace(/\s*\n\s*/g, ' ⏎ ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function nothingReplayed(): Replayed {
  return {
    tally: createTally(),
    changes: createChanges(),
    events: {},
    sessions: 0,
    decisions: { deny: 0, ask: 0, warn: 0, observe: 0 },
    askedInVain: 0,
    first: null,
    last: null,
    stopped: false,
  };
}
