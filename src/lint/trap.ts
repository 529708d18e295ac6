import type { GroupEntry, HandlerEntry, SettingsDocument, FileSpan } from './read/settings-document.ts';
import type { HookProgram } from './read/program.ts';
import type { LintWorld } from './read/world.ts';

const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a trap is asked about, one call per thing found. */
export interface Subjects {
  document: SettingsDocument;
  group: GroupEntry;
  /** Commands with a value that the client rejects are among them, without that value: traps on documents report it. */
  handler: HandlerEntry;
  /** A script, or the command of a handler in shell form. */
  program: HookProgram;
  /** Everything at once: for what only shows between files. */
  world: LintWorld;
}

/** A change that cannot make anything worse. */
export type Fix =
  | { title: string; file: string; edits: readonly TextEdit[] }
  | { title: string; file: string; makeExecutable: true };

export interface TextEdit {
  offset: number;
  length: number;
  text: string;
}

export interface Hit {
  at: FileSpan;
  message: string;
  /** Where this case is milder or worse than the trap's usual one. */
  severity?: Severity;
  consequence?: string;
  remedy?: string;
  fix?: Fix | undefined;
}

export interface Trap<K extends keyof Subjects = keyof Subjects> {
  id: string;
  title: string;
  severity: Severity;
  looksAt: K;
  /** What the client does, in full sentences. */
  happens: string;
  remedy: string;
  /** What `--fix` does about it. */
  fixes?: string;
  /** For heuristics: when it reports, and why so rarely. */
  heuristic?: string;
  evidence: Evidence;
  check(subject: Subjects[K], world: LintWorld): Iterable<Hit>;
}

/** How we know what the client does. `docs/traps.md` prints it, and a test looks that all of it exists. */
interface Evidence {
  /** Cases in `test/oracle/data` that show it; an ellipsis at the end means all whose id starts with it. */
  cases?: readonly string[];
  /** A heading of `docs/protocol.md`. */
  protocol?: string;
  /** A heading of `docs/events.md`. */
  events?: string;
  /** A page of `docs/decisions`, where hookctl itself is the reason. */
  decision?: string;
  /** The official reference says so, and we have not observed it. */
  reference?: true;
}

/** An extension point: one file in `traps/` defines one trap, and the file's name is its id. */
export function defineTrap<K extends keyof Subjects>(trap: Trap<K>): Trap {
  return trap;
}
