import type { GitEffect } from '../git-effect.ts';
import { lookup, type Unknowns } from './unknown.ts';

/**
 * What a git command prints of its repository. Put into the files it speaks of, such a text does what `git restore` does; a list of files tells which work goes
 * with them.
 */
export interface PrintedByGit {
  what: /** The text of one file. */
    | 'file'
    /** An archive. */
    | 'tree'
    /** Uncommitted changes, as a patch. */
    | 'changes'
    /** The same the other way round: the patch takes the changes back. */
    | 'undoing'
    /** Names of files. */
    | 'names';
  /** Pathspecs; empty: the whole tree. */
  paths: string[];
  /** Where git ran. */
  directory: string | null;
  /** The work that only these files hold. */
  takes: NonNullable<GitEffect['takes']>;
}

/** What git printed, if the text is that and nothing else. */
export function printedByGit(table: Unknowns, text: string | undefined): PrintedByGit | undefined {
  const only = text?.trim() ?? '';
  return only.length === 1 ? lookup(table, only)?.git : undefined;
}
