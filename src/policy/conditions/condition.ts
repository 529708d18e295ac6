import type { Phase } from '../compile/artefact.ts';
import type { RuleScope } from './scope.ts';
import type { Truth } from '../truth.ts';

/**
 * One condition of the language. `compile` runs where policies are read and reports what is wrong; its result is plain JSON that travels in the
 * artefact; `test` and `saw` run in the hook.
 */
export interface Condition<T> {
  /** `runs`, `file.lines`; a family (`env.X`) is written `env.*`. */
  name: string;
  about: string;
  /** For editors: the values that may follow. */
  value: ValueForm;
  /** Where the fact exists; absent: everywhere. */
  phases?: readonly Phase[];
  /** The condition speaks of one path, so that the rule is judged path by path. */
  perPath?: boolean;
  /** The session remembers it: of which events hookctl must then hear. */
  memory?: Memory;
  /** It names the files that a command writes, so that an `allow` with it covers a redirect. */
  namesFilesWritten?: true;
  /** It speaks of text that could not be read, so such text is not a guess for it. */
  aboutUnreadText?: true;
  /** Only the settings hook can find it out; the mod leaves a rule with it to the hook. */
  settingsHookOnly?: true;
  compile: (value: unknown, context: CompileContext) => T;
  test: (test: T, scope: RuleScope, argument: string) => Truth;
  /** The fact it checked, for `explain`. */
  saw: (scope: RuleScope, argument: string, test: T) => unknown;
  /** Index keys of which the event must show at least one; null: any event may fit. */
  keys?: (test: T) => string[] | null;
}

/** What the session has learned from earlier calls, or from the events that name the model. */
export type Memory = 'calls' | 'model';

type ValueForm = 'globs' | 'commands' | 'words' | 'boolean' | 'number' | 'regex' | 'value' | 'unchecked' | 'text';

/** What a list of patterns needs: the sets it may name, and where its problems go. */
export interface ListContext {
  sets: Readonly<Record<string, readonly string[]>>;
  problem: (message: string) => void;
  /** A name that should exist: adds "did you mean". */
  unknownName: (kind: string, name: string, candidates: readonly string[]) => void;
}

export interface CompileContext extends ListContext {
  /** After the dot: `X` of `env.X`. */
  argument: string;
  checks: readonly string[];
  counters: readonly string[];
  /** Names given by the rule's `extract`. */
  extracts: readonly string[];
  phase: Phase;
  /** The other conditions of the same group, as written. */
  siblings: Readonly<Record<string, unknown>>;
}

/** An extension point: one file in `conditions/` defines a group of these. */
export function defineCondition<T>(condition: Condition<T>): Condition<unknown> {
  return condition as unknown as Condition<unknown>;
}
