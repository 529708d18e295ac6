import { chmodSync, statSync } from 'node:fs';
import { backUp } from '../../install/edit/backup.ts';
import { Refusal } from '../../install/refusal.ts';
import { readWhole, replaceFile } from '../../install/edit/replace-file.ts';
import { lint, type LintResult } from '../lint.ts';
import type { LintRequest } from '../read/gather.ts';
import type { Fix, TextEdit } from '../trap.ts';
import { wordTrouble } from '../../protocol/text/file-trouble.ts';

/** What was (or would be) done to one file. */
export interface FixedFile {
  file: string;
  before: string;
  after: string;
  /** In words, one for each finding. */
  done: string[];
  /** Where the text before is kept; null when it did not change, or nothing was written. */
  backup: string | null;
}

export interface FixRequest extends LintRequest {
  stateDirectory: string;
  now: Date;
  /** Work it out, but write nothing. */
  dryRun: boolean;
}

/** One fix can make room for another; more rounds than this would be a quarrel between two traps. */
const MOST_ROUNDS = 10;

/** Fixes what is safe to fix. The result is what is left; with `dryRun`, what there was. */
export function lintAndFix(request: FixRequest): { result: LintResult; fixed: FixedFile[] } {
  const fixed = new Map<string, FixedFile>();
  for (let round = 0; ; round++) {
    const result = lint(request);
    const changes = round < MOST_ROUNDS ? planFixes(result.fixes) : [];
    for (const change of changes) remember(fixed, request.dryRun ? change : write(change, request));
    if (changes.length === 0 || request.dryRun) return { result, fixed: [...fixed.values()] };
  }
}

interface Change extends FixedFile {
  makeExecutable: boolean;
}

/** All fixes of a file at once, as far as they do not touch the same place. */
function planFixes(fixes: readonly Fix[]): Change[] {
  const changes = new Map<string, Change & { edits: TextEdit[] }>();
  for (const fix of fixes) {
    const before = changes.get(fix.file)?.before ?? readWhole(fix.file);
    if (before === null) continue;
    const change = changes.get(fix.file) ?? {
      file: fix.file,
      before,
      after: before,
      done: [],
      backup: null,
      makeExecutable: false,
      edits: [],
    };
    if ('makeExecutable' in fix) {
      if (change.makeExecutable) continue;
      change.makeExecutable = true;
    } else {
      if (fix.edits.length === 0 || fix.edits.some((edit) => change.edits.some((other) => touches(edit, other))))
        continue;
      change.edits.push(...fix.edits);
    }
    change.done.push(fix.title);
    changes.set(fix.file, change);
  }
  return [...changes.values()].map(({ edits, ...change }) => ({ ...change, after: applied(change.before, edits) }));
}

function touches(a: TextEdit, b: TextEdit): boolean {
  return a.offset <= b.offset + b.length && b.offset <= a.offset + a.length;
}

function applied(text: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((a, b) => b.offset - a.offset)
    .reduce(
      (whole, { offset, length, text: put }) => whole.slice(0, offset) + put + whole.slice(offset + length),
      text,
    );
}

function write(change: Change, { stateDirectory, now }: FixRequest): Change {
  const { file, before, after, makeExecutable } = change;
  let backup: string | null = null;
  if (after !== before) {
    backup = backUp(stateDirectory, file, before, now);
    if (replaceFile({ path: file, before, after, mode: 0o600 }) === 'changed')
      throw new Refusal(`${file}: it has just been changed by another program; nothing was written, run it again`);
  }
  if (makeExecutable) runnable(file);
  return { ...change, backup };
}

/** Every user who may read it may run it, as with `chmod +x` within the umask. */
function runnable(file: string): void {
  const { mode } = statSync(file);
  try {
    chmodSync(file, mode | ((mode & 0o444) >> 2));
  } catch (error) {
    throw new Refusal(`${file}: cannot be made executable (${wordTrouble(error)})`);
  }
}

/** Over all rounds: from the first text to the last one. */
function remember(fixed: Map<string, FixedFile>, { file, before, after, done, backup }: Change): void {
  const earlier = fixed.get(file);
  fixed.set(file, {
    file,
    before: earlier?.before ?? before,
    after,
    done: [...(earlier?.done ?? []), ...done],
    backup: earlier?.backup ?? backup,
  });
}
