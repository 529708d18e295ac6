import type { AgentEvent, Answer } from '../protocol/agent-event.ts';
import type { Fact, SessionState } from './state.ts';

/**
 * Everything the pure rooms ask of the world. Every method is synchronous, asked only when a rule needs it, and at most once per question and event
 * (the policy side remembers answers). `undefined` always means "cannot tell" (unreadable, over budget, no such tool) and makes a predicate *unknown*.
 */
export interface World {
  /** `linux`, `macos`, `windows` or the host's own word. */
  os: () => string;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Weekday (0 = Sunday) and minute of the day in a zone (`null`: the machine's own). */
  localTime: (zone: string | null) => { weekday: number; minute: number } | undefined;
  /** `null`: not set. */
  env: (name: string) => string | null;
  home: () => string;
  /** Directories whose content is disposable: /tmp, $TMPDIR … */
  tempDirectories: () => string[];
  /** What stands at a path; symlinks followed. */
  kind: (path: string) => 'file' | 'directory' | 'other' | 'absent' | undefined;
  /** Bytes. Null: not a regular file. */
  size: (path: string) => number | null | undefined;
  /**
   * Newlines of a regular file; null for anything else. Counting goes at least to `limit` + 1 and may stop there, so that a file of 1 GB costs no more
   * than one of `limit` lines; `exact` says whether the end was reached. Counting on is welcome where it is cheap.
   */
  lines: (path: string, limit: number) => { count: number; exact: boolean } | null | undefined;
  /** At most `limit` characters of a regular file. Null: not a regular file. */
  text: (path: string, limit: number) => string | null | undefined;
  tracked: (path: string) => boolean | undefined;
  ignored: (path: string) => boolean | undefined;
  /** The branch checked out in the repository that holds `directory`; null: none (detached, no repository). */
  branch: (directory: string) => string | null | undefined;
  /** Is `directory` inside a linked worktree (not the main one)? */
  linkedWorktree: (directory: string) => boolean | undefined;
  /** Is a program of this name on the search path? */
  installed: (program: string) => boolean | undefined;
  /** With every symlink resolved; a path that does not exist yet resolves its deepest existing parent. */
  realpath: (path: string) => string | undefined;
  /** The names in a directory; null: there is no such directory. Very many names are not told. */
  entries: (directory: string) => readonly string[] | null | undefined;
  /** Tells a regular file that has further names (hard links) from others; null: it has none. */
  hardLink: (path: string) => string | null | undefined;
  /** Where the guard that is running has its own files. */
  guardPlaces: () => readonly GuardPlace[];
}

/** Files of the guard: its program, its policies, what it remembers, and the settings that start it. */
export interface GuardPlace {
  part: 'program' | 'policy' | 'state' | 'settings';
  directory: string;
  /** Which files there: names, or patterns such as `**`. */
  files: readonly string[];
}

export interface StatePort {
  /** One write per call, all facts of one event together; concurrent writers must not tear or lose lines. */
  append: (session: string, facts: readonly Fact[]) => void;
  /** The journal folded with `foldFacts`; lines that cannot be read are skipped and counted. */
  fold: (session: string) => SessionState;
}

export interface AuditPort {
  append: (record: AuditRecord) => void;
}

/** What the engine asks of the policy; `policy/port.ts` makes one from an artefact. */
export interface PolicyPort {
  /** What this event adds to the session's memory before any rule is evaluated. */
  factsOf: (event: AgentEvent, world: World) => Fact[];
  /** `session` is asked only when a rule needs it. */
  judge: (event: AgentEvent, world: World, session: () => SessionState) => Judgement;
  /** The policy could not be (fully) loaded: said to the person at the start of a session and on every failure. */
  problems: () => string[];
}

export type Verb = 'deny' | 'ask' | 'allow' | 'warn' | 'inject';
export type Mode = 'enforce' | 'warn' | 'observe';
export type Layer = 'managed' | 'user' | 'project' | 'local' | 'pack';

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
  /** The mode it was judged in, command line and managed floor included: below `enforce`, what it would have done is told by `stats`. */
  mode: Mode;
  /** Why it counts: its conditions hold, or could not be told (`on-error`, `uncertain`). */
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
  /** It speaks only because of a policy that nobody has trusted: it takes the place of no default and counts for nobody else's counter. */
  untrusted?: true;
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
  /** What the judging itself adds to the session's memory: rule counters, stop denials, spent grants. */
  facts: Fact[];
  /** Rules looked at, for `stats` and the benchmark. */
  evaluated: number;
}

export type RecordedHit = Pick<
  RuleHit,
  'rule' | 'verb' | 'effective' | 'mode' | 'because' | 'text' | 'layer' | 'excused'
>;

export interface AuditRecord {
  at: number;
  session: string;
  callId: string | null;
  agent: string;
  event: string;
  nativeEvent: string;
  tool: string | null;
  actor: string | null;
  cwd: string;
  project: string;
  policy: string | null;
  verdict: Verb | 'none';
  answer: Answer['verdict'];
  reason: string;
  uncertain: boolean;
  /** Never changed, as those of the judgement. */
  hits: readonly Readonly<RecordedHit>[];
  notices: string[];
  /** Short descriptions of what the call would do. Hosts redact before they store. */
  actions: string[];
  /** As it came, so that the decision can be made again. Hosts shorten and redact before they store. */
  payload: Record<string, unknown>;
  /** The JSON the payload was read from, where it says the same. */
  payloadText?: string | null;
}
