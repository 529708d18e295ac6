import type { AlarmVerdict } from './alarm.ts';
import type { VerdictChange } from './changes.ts';
import { type PastOutcome, OUTCOMES } from '../../adapters/past-event.ts';
import { rankGroups, type Ranked } from './rank.ts';
import type { ReadCounts } from '../read/read-counts.ts';
import type { Summary } from './summary.ts';
import { type SuggestionEffect, type Suggestion, suggestionYaml, type TriedSuggestions } from './suggest.ts';
import type { Example } from './example.ts';
import type { Counted } from './tally.ts';

/** What `hookctl replay --json` prints; `docs/replay.md` describes it. Additions are welcome, removals are not. */
export interface ReplayReport {
  policy: { files: string[]; rules: number };
  against: { files: string[]; rules: number } | null;
  read: ReadCounts & { sessions: number; from: string | null; to: string | null };
  /** Events before a tool call. */
  calls: number;
  events: Record<string, number>;
  decisions: Record<AlarmVerdict, number>;
  unknown: { decisions: number; events: number };
  rules: RuleRow[];
  groups: GroupRow[];
  /** Groups beyond `--limit`, and alarms that found no room in a group. */
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
  verdicts: Record<AlarmVerdict, number>;
  sessions: number;
  days: number;
  unknown: number;
  uncertain: number;
  outcomes: Partial<Record<PastOutcome, number>>;
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
export type ChangeRow = Omit<VerdictChange, 'sessions'> & { sessions: number };
type EffectRow = Omit<SuggestionEffect, 'suggestion'> & Suggestion;

export interface ReportInput {
  summary: Summary;
  counts: ReadCounts;
  stopped: boolean;
  policies: { files: string[]; rules: number }[];
  limit: number;
  suggestions: TriedSuggestions | null;
  seconds: number;
  maxRss: number;
}

export function reportOf(input: ReportInput): ReplayReport {
  const { summary, counts, policies, limit, suggestions } = input;
  const [policy, against] = policies;
  const rules = summary.tally.rules();
  const ranked = rankGroups(summary.tally.groups());
  const changes = summary.changes.list();
  return {
    policy: policy ?? { files: [], rules: 0 },
    against: against ?? null,
    read: {
      ...counts,
      sessions: summary.sessions.size,
      from: timeOf(summary.first),
      to: timeOf(summary.last),
    },
    calls: summary.calls,
    events: summary.events,
    decisions: summary.decisions,
    unknown: { decisions: rules.reduce((sum, rule) => sum + rule.unknown, 0), events: summary.askedInVain },
    rules: rules.map((rule) => ({ rule: rule.rule, file: rule.file, line: rule.line, ...countRow(rule) })),
    groups: ranked.slice(0, limit).map(groupRow),
    groupsLeftOut: Math.max(0, ranked.length - limit),
    ungrouped: summary.tally.ungrouped(),
    changes:
      against === undefined
        ? null
        : {
            calls: summary.changes.calls(),
            stricter: changeRows(changes, 'stricter', limit),
            looser: changeRows(changes, 'looser', limit),
          },
    suggestions:
      suggestions === null
        ? null
        : {
            yaml: yamlOf(suggestions.effects),
            effects: suggestions.effects.map(({ suggestion, ...effect }) => ({ ...suggestion, ...effect })),
            refused: suggestions.refused,
          },
    stopped: input.stopped,
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
    outcomes: Object.fromEntries(met) as Partial<Record<PastOutcome, number>>,
  };
}

function groupRow({ group, score, reading }: Ranked): GroupRow {
  const { rule, shape, grave, examples } = group;
  return { rule, shape: shape.text, place: shape.place, score, reading, grave, ...countRow(group), examples };
}

function changeRows(
  changes: readonly VerdictChange[],
  direction: VerdictChange['direction'],
  limit: number,
): ChangeRow[] {
  const rows = changes.filter((change) => change.direction === direction).slice(0, limit);
  return rows.map(({ sessions, ...change }) => ({ ...change, sessions: sessions.size }));
}

function yamlOf(effects: readonly SuggestionEffect[]): string {
  return effects.length === 0 ? '' : suggestionYaml(effects.map(({ suggestion }) => suggestion));
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
