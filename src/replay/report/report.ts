import type { Verdict } from '../judge/alarm.ts';
import type { Change } from './changes.ts';
import { type Outcome, OUTCOMES } from '../judge/past-event.ts';
import { rankGroups, type Ranked } from './rank.ts';
import type { ReadCounts } from './read-counts.ts';
import type { Replayed } from '../replay.ts';
import type { Effect, Suggestion } from './suggest.ts';
import { suggestionYaml } from './suggest.ts';
import type { Counted, Example } from './tally.ts';

/** What `hookctl replay --json` prints; `docs/replay.md` describes it. Additions are welcome, removals are not. */
export interface ReplayReport {
  policy: { files: string[]; rules: number };
  against: { files: string[]; rules: number } | null;
  read: ReadCounts & { sessions: number; from: string | null; to: string | null };
  events: Record<string, number>;
  decisions: Record<Verdict, number>;
  unknown: { decisions: number; events: number };
  rules: RuleRow[];
  groups: GroupRow[];
  /** Groups behind `--limit`, and alarms that found no room in a group. */
  groupsLeftOut: number;
  ungrouped: number;
  changes: { calls: number; stricter: ChangeRow[]; looser: ChangeRow[] } | null;
  suggestions: { yaml: string; effects: EffectRow[]; refused: Suggestion[] } | null;
  stopped: boolean;
  seconds: number;
  /** Bytes. */
  maxRss: number;
}

interface CountRow {
  calls: number;
  verdicts: Record<Verdict, number>;
  sessions: number;
  days: number;
  unknown: number;
  uncertain: number;
  outcomes: Partial<Record<Outcome, number>>;
}

export type RuleRow = CountRow & { rule: string; file: string; line: number };
export type GroupRow = CountRow & {
  rule: string;
  shape: string;
  place: string;
  score: number;
  reading: Ranked['reading'];
  grave: boolean;
  examples: Example[];
};
export type ChangeRow = Omit<Change, 'sessions'> & { sessions: number };
export type EffectRow = Omit<Effect, 'suggestion'> & Suggestion;

export interface ReportInput {
  replayed: Replayed;
  counts: ReadCounts;
  policies: { files: string[]; rules: number }[];
  limit: number;
  suggested: { kept: Effect[]; refused: Suggestion[] } | null;
  seconds: number;
  maxRss: number;
}

export function reportOf(input: ReportInput): ReplayReport {
  const { replayed, counts, policies, limit, suggested } = input;
  const [policy, against] = policies;
  const rules = replayed.tally.rules();
  const ranked = rankGroups(replayed.tally.groups());
  const changes = replayed.changes.list();
  return {
    policy: policy ?? { files: [], rules: 0 },
    against: against ?? null,
    read: {
      ...counts,
      sessions: replayed.sessions,
      from: timeOf(replayed.first),
      to: timeOf(replayed.last),
    },
    events: replayed.events,
    decisions: replayed.decisions,
    unknown: { decisions: rules.reduce((sum, rule) => sum + rule.unknown, 0), events: replayed.askedInVain },
    rules: rules.map((rule) => ({ rule: rule.rule, file: rule.file, line: rule.line, ...countRow(rule) })),
    groups: ranked.slice(0, limit).map(groupRow),
    groupsLeftOut: Math.max(0, ranked.length - limit),
    ungrouped: replayed.tally.ungrouped(),
    changes:
      against === undefined
        ? null
        : {
            calls: replayed.changes.calls(),
            stricter: changes
              .filter(({ direction }) => direction === 'stricter')
              .slice(0, limit)
              .map(changeRow),
            looser: changes
              .filter(({ direction }) => direction === 'looser')
              .slice(0, limit)
              .map(changeRow),
          },
    suggestions:
      suggested === null
        ? null
        : {
            yaml: suggested.kept.length === 0 ? '' : suggestionYaml(suggested.kept.map(({ suggestion }) => suggestion)),
            effects: suggested.kept.map(({ suggestion, ...effect }) => ({ ...suggestion, ...effect })),
            refused: suggested.refused,
          },
    stopped: replayed.stopped,
    seconds: input.seconds,
    maxRss: input.maxRss,
  };
}

function countRow({ calls, verdicts, sessions, days, unknown, uncertain, outcomes }: Counted): CountRow {
  const met = OUTCOMES.filter((name) => outcomes[name] > 0).map((name) => [name, outcomes[name]]);
  return {
    calls,
    verdicts,
    sessions: sessions.size,
    days: days.size,
    unknown,
    uncertain,
    outcomes: Object.fromEntries(met) as Partial<Record<Outcome, number>>,
  };
}

function groupRow({ group, score, reading }: Ranked): GroupRow {
  const { rule, shape, grave, examples } = group;
  return { rule, shape: shape.text, place: shape.place, score, reading, grave, ...countRow(group), examples };
}

function changeRow({ sessions, ...change }: Change): ChangeRow {
  return { ...change, sessions: sessions.size };
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
