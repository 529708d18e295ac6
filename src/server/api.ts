/**
 * What the server and the page say to each other. The page is built from this file too, so it holds types and constants only. Times are milliseconds since
 * the epoch. Fields may be added but never removed.
 */
import type { DecisionHit, ShownVerdict } from '../audit/query/decision.ts';
import type { AuditLine } from '../audit/record/audit-line.ts';
import type { ExampleResult } from '../policy/tests/examples.ts';
import type { Explained } from '../explain/explain-call.ts';
import type { Layer, Mode, Verb } from '../policy/judgement.ts';
import type { DecisionRow, ReviewMark, SessionRow } from '../store/rows.ts';

export type * from './api-policy.ts';
export { MARK_KINDS } from '../store/rows.ts';
export type { DecisionRow, MachineRow, ReviewMark, SessionRow } from '../store/rows.ts';

export interface Mark {
  id: string;
  machine: string | null;
  kind: ReviewMark;
  note: string;
  at: number;
  /** Who said it, on a team server: the label of the token. */
  by?: string | undefined;
}

/** Every condition must hold; of a list, one value. `*` in tools and rules matches any text. */
export interface DecisionQuery {
  verdicts?: readonly ShownVerdict[] | undefined;
  rules?: readonly string[] | undefined;
  tools?: readonly string[] | undefined;
  /** The beginning of a session's id. */
  session?: string | undefined;
  machine?: string | undefined;
  grep?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
}

export interface DecisionPage {
  /** Newest first. */
  rows: DecisionRow[];
  /** Give it as `before` for the rows that follow; null: there are none. */
  next: string | null;
  /** How many match in all; null: not counted. */
  matching: number | null;
  /** How many are on record at all; null: not counted. */
  total: number | null;
}

export interface DecisionDetail {
  row: DecisionRow;
  /** The line of the trail; null: only the lean row was sent to this server. */
  record: AuditLine | null;
  today: Today | { problem: string };
  mark: Mark | null;
  /** What the agent did just before, oldest first. */
  before: DecisionRow[];
}

/** The decision judged once more, by the policy in force now. */
interface Today {
  /** The same verdict, by the same rules. */
  same: boolean;
  /** Null: the record does not say which policy has decided. */
  policyChanged: boolean | null;
  doubts: string[];
  explained: Explained;
}

export interface SessionDetail {
  session: SessionRow;
  /** The main agent first. */
  lanes: Lane[];
  /** Oldest first. */
  steps: SessionStep[];
  checks: CheckSummary[];
  /** Files edited since the last check that passed; null: not known here. */
  editedSince: number | null;
  /** Steps that were left out because there are too many; the oldest are. */
  left: number;
}

export interface Lane {
  /** Null: the main agent. */
  actor: string | null;
  steps: number;
}

export type StepKind = 'call' | 'prompt' | 'stop' | 'held' | 'check' | 'session' | 'other';

export interface SessionStep {
  kind: StepKind;
  row: DecisionRow;
  /** What became of a call: seen in a later event; null: not known. */
  outcome: 'ran' | 'failed' | null;
  /** Checks that this call ran, by name. */
  checks: { name: string; ok: boolean }[];
  /** It looks like another way to do what was refused: the id of the refused decision, and the words the two share. */
  detourOf: { id: string; shared: string[] } | null;
  /** The same call again after it was refused. */
  retryOf: string | null;
}

export interface CheckSummary {
  name: string;
  lastAt: number;
  lastOk: boolean;
  passedAt: number | null;
}

export interface SessionsPage {
  /** The latest first. */
  sessions: SessionRow[];
  next: string | null;
}

export interface RuleRow {
  rule: string;
  /** Null where the rule is no longer in force; then what the record says last. */
  inForce: { verb: Verb; mode: Mode; layer: Layer; file: string; line: number } | null;
  mode: Mode;
  hits: number;
  stopped: number;
  /** Hits while it only watched or warned that enforcing it would have stopped. */
  wouldStop: number;
  falseAlarms: number;
  marks: number;
  excused: number;
  /** Null: too many to count. */
  sessions: number | null;
  machines: number | null;
  last: number | null;
  /** Hits in equal parts of the time asked for, oldest first. */
  spark: number[];
  /** What a person runs to enforce it; null: there is nothing to promote. */
  promote: string | null;
}

export interface RulesAnswer {
  rules: RuleRow[];
  since: number;
  until: number;
  decisions: number;
  /** Why the rules in force are not known; null: they are. */
  problem: string | null;
}

export interface RuleDetail {
  row: RuleRow;
  /** As written. */
  text: string | null;
  fix: string | null;
  why: string | null;
  /** The lines of the file that hold the rule; null: no longer in force, or of a pack. */
  source: { file: string; line: number; text: string } | null;
  tests: { passed: number; failed: number } | null;
  /** The latest ones, newest first. */
  examples: (DecisionRow & { hits: DecisionHit[] })[];
}

/** What is asked of the playground. `text` is read as `hookctl explain` reads its argument. */
export interface ExplainQuestion {
  text: string;
  /** Supposed to be checked out, whatever is. */
  branch?: string | undefined;
  /** An unsaved policy instead of this file. */
  edited?: { file: string; text: string } | undefined;
}

export interface ExplainAnswer {
  /** Equal to `hookctl explain --json`; null: see `problem`. */
  now: Explained | null;
  problem: string | null;
  edited: EditedAnswer | null;
  hint: string | null;
}

export interface EditedAnswer {
  explained: Explained | null;
  /** `file:line:col: …`. */
  problems: string[];
  tests: TestsAnswer | null;
}

export interface TestsAnswer {
  passed: number;
  failed: ExampleResult[];
}

/** How the newest decisions would have come out under an unsaved policy. */
export interface WhatIfAnswer {
  judged: number;
  /** Not judged again: no payload on record, or one that cannot be read. */
  skipped: number;
  changes: { row: DecisionRow; from: ShownVerdict; to: ShownVerdict; rules: string[] }[];
  problems: string[];
}

/** What this server is, and what the page may do. */
export interface About {
  version: string;
  kind: 'local' | 'team';
  /** Shown at the top: the machine's state directory, or the team's name. */
  place: string;
  project: string | null;
  /** False: something other than a person may have started it, or the token only reads. */
  mayMark: boolean;
  now: number;
}

/** One message of `GET /v1/live`. */
export interface LiveBatch {
  /** In the order in which they were recorded. */
  rows: DecisionRow[];
  /** Rows that this reader was too slow for. */
  skipped: number;
}

export interface ApiError {
  error: { code: string; message: string; hint: string };
}
