import type { Fact } from '../session/state.ts';

export type Verb = 'deny' | 'ask' | 'allow' | 'warn' | 'inject';
export type Mode = 'enforce' | 'warn' | 'observe';
export type Layer = 'managed' | 'team' | 'user' | 'project' | 'local' | 'pack';

/** Where a rule is written. */
export interface Position {
  file: string;
  line: number;
  column: number;
}

/** One rule that concerns the event. */
export interface RuleHit {
  rule: string;
  position: Position;
  layer: Layer;
  /** As written. */
  verb: Verb;
  /** What it comes to after mode, on-error, stop bound and allow-once; `observe` only logs. */
  effective: Verb | 'observe';
  /** The mode it was judged in, command line and managed floor included: below `enforce`, `stats` reports what it would have done. */
  mode: Mode;
  /** Why it counts: its conditions hold, or could not be decided (`on-error`, `uncertain`). */
  because: 'holds' | 'unknown' | 'uncertain';
  /** The filled-in message. */
  text: string;
  fix: string | null;
  tags: string[];
  /** Identifies "the same cause again": stop bound and allow-once. */
  cause: string;
  /** No lower layer and no allow-once can weaken it. */
  locked: boolean;
  /** A person may grant this once: `hookctl allow-once CODE`. Null where that makes no sense (the tool already ran) or is not allowed (locked). */
  onceCode: string | null;
  /** An allow-once grant was spent on this hit. */
  excused: boolean;
  /** Only an untrusted policy makes it match: it replaces no default and counts towards no other counter. */
  untrusted?: true;
  /** The call names nothing that the rule is about; it reaches it along with other files. */
  swept?: true;
}

export type Hits = readonly Readonly<RuleHit>[];

export interface Judgement {
  /** The top rank among the effective verbs. */
  verdict: Verb | 'none';
  /** In the order of rule ids, whatever the order in the files. Never changed: other hits are another list. */
  hits: Hits;
  /** Some text of the command could not be followed. */
  uncertain: boolean;
  /** Said to the person: failures that did not decide anything. */
  notices: string[];
  /** Said to the model: why something it did will not count. */
  advice: string[];
  /** What the judging itself adds to the session's memory: rule counters, stop denials, spent grants. */
  sessionFacts: Fact[];
  /** Rules evaluated, for `stats` and the benchmark. */
  evaluated: number;
}
