import type { Verb } from '../policy/judgement.ts';

export interface SourceFile {
  /** As the user named it; origins in the policy and in the report begin with it. */
  path: string;
  text: string;
}

/** A condition of the policy language, as written to the YAML. */
export type DraftCondition = Record<string, unknown> | DraftCondition[];

/** A call as `tests:` takes it: a shell command, or `{ Edit: path }`. */
export type ImportedCall = string | Record<string, unknown>;

/** A rule of the policy language before it has an id. */
export interface Draft {
  /** What the id is made of. */
  name: string;
  moment: { before: string | string[] } | { at: string };
  when?: DraftCondition;
  /** Where `when` turns out to miss one of `fires`: a condition that is uglier, but sure. */
  fallback?: { when: DraftCondition; note: string };
  unless?: DraftCondition;
  verb: Verb;
  /** Plain text: braces are escaped when it is written. */
  message: string;
  /** What the tests take for granted, as `given:` says it. */
  given?: Record<string, unknown>;
  /** What the original does, not what ours would do: the translation is held against these. */
  fires: ImportedCall[];
  passes: ImportedCall[];
}

/**
 * - exact: the same verdict on every call
 * - approximate: the notes say where it differs
 * - untranslated: the policy does not hold it
 * - disabled: switched off in the source, so left out
 */
export type Fidelity = 'exact' | 'approximate' | 'untranslated' | 'disabled';

/** What became of one rule of the source. */
export interface Translation {
  file: string;
  line: number;
  /** The rule as its own tool would name it. */
  title: string;
  fidelity: Fidelity;
  notes: string[];
  drafts: Draft[];
}

/** A kind of rule files of another tool. One folder each; `index.ts` lists them. */
export interface Importer {
  name: string;
  about: string;
  /** Where in a directory such files are found, as regular expressions on the path below it. */
  places: readonly RegExp[];
  /** Names that no other tool uses: such a file is reported even when nothing in it can be recognised. */
  ownNames?: RegExp;
  /** Does the content look like it? */
  recognises(file: SourceFile): boolean;
  /** All files at once, since rules of one file can outrank those of another. Never throws: what cannot be read is a translation too. */
  translate(files: readonly SourceFile[]): Translation[];
}

export function defineImporter(importer: Importer): Importer {
  return importer;
}

/** An unreadable file, or a part of it that is not a rule: reported, never dropped. */
export function untranslated(file: string, line: number, title: string, ...notes: string[]): Translation {
  return { file, line, title, fidelity: 'untranslated', notes, drafts: [] };
}
