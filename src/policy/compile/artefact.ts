import type { Layer, Mode, Position, Verb } from '../judgement.ts';
import type { CommandPattern } from '../language/command-pattern.ts';

/** The compiled policy: plain data, ready to be evaluated without YAML, schema library or glob library. */
export interface Artefact {
  format: typeof FORMAT;
  /** What it was made from. */
  sources: { file: string; layer: Layer }[];
  defaults: Defaults;
  checks: Record<string, Check>;
  counters: Record<string, Counter>;
  rules: CompiledRule[];
  /** Index key → places in `rules`. See `index-keys.ts`. */
  index: Record<string, number[]>;
}

export const FORMAT = 9;

export type OnError = 'ask' | 'deny' | 'skip';

export interface Defaults {
  /** Null: ask for run, write and fetch, skip for the rest. */
  onError: OnError | null;
  uncertain: OnError;
  /** Action → what happens when no deny, ask or allow rule speaks; one for each mode in which files give it. */
  actions: Partial<Record<ActionName, ActionDefault[]>>;
  /** The mode of hookctl's own questions: about texts and calls that it could not read. */
  ownMode: Mode;
  budgetMs: number | null;
  /** What would hold without the untrusted files, where that differs. */
  trusted?: { onError: OnError | null; uncertain: OnError };
  /** What holds for rules that are enforced, where files that only warn or observe say more. */
  enforced?: { onError: OnError | null; uncertain: OnError };
}

export interface ActionDefault {
  verb: 'ask' | 'deny';
  mode: Mode;
}

export const ACTION_NAMES = ['run', 'write', 'read', 'fetch', 'mcp'] as const;
export type ActionName = (typeof ACTION_NAMES)[number];

export interface Check {
  runs: CommandPattern[];
  /** `exit 0`, or an expression the output must match. */
  passes: string;
  /** Lower layers cannot add commands to it. */
  managed?: boolean;
  /** Defined by an untrusted file. */
  untrusted?: true;
}

export interface Counter {
  of:
    | { kind: 'action'; name: ActionName | 'edit' | 'any' }
    | { kind: 'rule'; name: string }
    /** Runs of a check; `result` null: however they end. */
    | { kind: 'check'; name: string; result: 'ok' | 'failed' | null };
  per: 'path' | 'program' | 'session';
  withinMs: number | null;
  reset: { on: 'prompt' } | { on: 'check'; name: string } | null;
  /** Defined by an untrusted file. */
  untrusted?: true;
}

export type Phase = 'before' | 'after' | 'at';

export interface CompiledRule {
  id: string;
  position: Position;
  layer: Layer;
  locked: boolean;
  mode: Mode;
  /** Managed rules keep at least this mode whatever the command line says. */
  minMode: Mode;
  phase: Phase;
  /** Subjects of before and after, or event names of `at`. */
  subjects: Subject[];
  when: ConditionNode | null;
  unless: ConditionNode | null;
  extract: Record<string, string>;
  verb: Verb;
  text: string;
  fix: string | null;
  why: string | null;
  tags: string[];
  onError: OnError | null;
  /** Judged path by path. */
  perPath: boolean;
  /** Its file is untrusted: the rule may tighten what other rules decide and may not loosen it. */
  untrusted?: true;
  /** What its paths are relative to, where that is not the project of the session. */
  base?: string;
}

export type Subject =
  | { kind: 'action'; name: Exclude<ActionName, 'mcp'> }
  | { kind: 'any' }
  | { kind: 'tool'; name: string }
  | { kind: 'mcp'; server: string }
  | { kind: 'event'; name: string };

/** Conditions, with the text as written for `explain`. */
export type ConditionNode =
  | { op: 'all' | 'any'; of: ConditionNode[] }
  | { op: 'not'; of: ConditionNode }
  | { op: 'is'; name: string; argument: string; test: unknown; written: string };
