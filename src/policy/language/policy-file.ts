/**
 * A policy file after `schema.ts` has found nothing wrong. Written out, and held against the schema by test/types, so that the published types need no library.
 */
export interface PolicyFile {
  policy: 1;
  mode?: Mode | undefined;
  'min-mode'?: Mode | undefined;
  locked?: boolean | undefined;
  trust?: 'project' | undefined;
  extends?: ExtendsItem | ExtendsItem[] | undefined;
  defaults?: DefaultsFile | undefined;
  sets?: Record<string, string[]> | undefined;
  checks?: Record<string, { runs: Texts; passes?: string | undefined }> | undefined;
  counters?: Record<string, CounterFile> | undefined;
  overrides?: Record<string, OverrideFile> | undefined;
  rules?: Record<string, RuleFile> | undefined;
  tests?: TestsFile | undefined;
}

export interface RuleFile {
  before?: Texts | undefined;
  after?: Texts | undefined;
  at?: Texts | undefined;
  when?: ConditionFile | undefined;
  unless?: ConditionFile | undefined;
  extract?: Record<string, string> | undefined;
  deny?: string | undefined;
  ask?: string | undefined;
  allow?: string | undefined;
  warn?: string | undefined;
  inject?: string | undefined;
  fix?: string | undefined;
  why?: string | undefined;
  tags?: string[] | undefined;
  mode?: Mode | undefined;
  'on-error'?: OnError | undefined;
  locked?: boolean | undefined;
  tests?: TestsFile | undefined;
}

export interface OverrideFile {
  mode?: Mode | 'off' | undefined;
  unless?: ConditionFile | undefined;
}

interface DefaultsFile {
  'on-error'?: OnError | undefined;
  uncertain?: OnError | undefined;
  default?: { [action: string]: 'ask' | 'deny' | undefined } | undefined;
  'budget-ms'?: number | undefined;
}

interface CounterFile {
  of: string;
  per?: 'path' | 'program' | 'session' | undefined;
  within?: string | undefined;
  reset?: string | undefined;
}

/** `pack:git`, `./other.yaml`, or one of them with the mode that its rules have at most. */
export type ExtendsItem = string | { pack?: string | undefined; file?: string | undefined; mode?: Mode | undefined };

type Texts = string | string[];
type Mode = 'enforce' | 'warn' | 'observe';
type OnError = 'ask' | 'deny' | 'skip';
type ConditionFile = Record<string, unknown>[] | Record<string, unknown>;
type TestsFile = Record<string, unknown>[];
