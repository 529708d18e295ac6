import type { GitEffect } from '../../analysis.ts';
import { defineOptions, type Parsed, parseOptions } from '../support/options.ts';
import { hasUnknown } from '../../expand/unknown.ts';
import { moveBranch } from './moved-ref.ts';
import { filesOf } from './pathspec.ts';
import { listedFiles } from './printed.ts';
import { type Git, subcommand, type Subcommand } from './subcommand.ts';

const ABORTABLE =
  'abort continue quit skip m,message= s,strategy= X,strategy-option= F,file= n,no-commit ff-only no-ff squash q,quiet v,verbose';

const CHECKOUT = defineOptions(
  'f,force b= B= orphan= t track? d,detach l q,quiet m,merge conflict= p,patch ours theirs pathspec-from-file= pathspec-file-nul recurse-submodules? progress overlay guess ignore-other-worktrees ignore-skip-worktree-bits overwrite-ignore U,unified= inter-hunk-context=',
);

/** Subcommands by which uncommitted work can go, or that write files of the work tree. */
export const gitWorkTree: Record<string, Subcommand> = {
  reset: subcommand(
    'hard soft mixed merge keep q,quiet p,patch N,intent-to-add pathspec-from-file= recurse-submodules?',
    reset,
  ),
  clean: subcommand('f,force n,dry-run d x X e,exclude= i,interactive q,quiet', clean),
  checkout: subcommand(CHECKOUT, checkout),
  restore: subcommand(
    's,source= S,staged W,worktree p,patch pathspec-from-file= pathspec-file-nul ours theirs m,merge conflict= overlay q,quiet progress recurse-submodules? ignore-unmerged ignore-skip-worktree-bits U,unified= inter-hunk-context=',
    restore,
  ),
  switch: subcommand(
    'f,force discard-changes c,create= C,force-create= orphan= d,detach m,merge t,track? q,quiet guess',
    (git, parsed) => {
      if (parsed.has('force') || parsed.has('discard-changes'))
        git.emit('worktree-loss', {
          forced: true,
          detail: parsed.operands,
          names: 'branch',
          takes: [...UNCOMMITTED, 'untracked'],
        });
      const target = parsed.value('force-create');
      if (target !== undefined) moveBranch(git, target, parsed.operands[0]);
      if (!isHead(parsed.operands[0])) changeTree(git);
    },
  ),
  rebase: subcommand(
    'x,exec= onto= s,strategy= X,strategy-option= i,interactive r,rebase-merges? root autosquash autostash abort continue skip quit edit-todo m,merge C= whitespace= empty= S? f,force-rebase q,quiet v,verbose',
    rebase,
  ),
  'read-tree': subcommand(
    'reset m u i n,dry-run v prefix= index-output= exclude-per-directory= empty',
    (git, parsed) => {
      // Without `-u` no file changes, and with `--prefix` there is nothing yet where the files come.
      if (parsed.on('dry-run') || !parsed.has('u')) return;
      if (!parsed.has('prefix')) loseTree(git, [], { takes: [...UNCOMMITTED, 'untracked'] });
      changeTree(git);
    },
  ),
  'checkout-index': subcommand('f,force a,all q,quiet n,no-create u,index prefix= stage= temp', (git, parsed) => {
    for (const path of parsed.has('all') ? ['**'] : parsed.operands)
      git.machine.write(git.call, `${parsed.value('prefix') ?? ''}${path}`, 'git');
    // With a directory in front, the files are copies beside the work tree.
    if (/.\/$/.test(parsed.value('prefix') ?? '')) return;
    if (!git.args.some((arg) => /^-[a-z]*f|^--force$/.test(arg))) return;
    const paths = parsed.has('all') ? [] : parsed.operands;
    loseTree(git, paths, git.args.some((arg) => arg.startsWith('--prefix')) ? {} : { takes: ['unstaged'] });
  }),
  merge: subcommand(ABORTABLE, aborting),
  'cherry-pick': subcommand(ABORTABLE, aborting),
  revert: subcommand(ABORTABLE, aborting),
  commit: subcommand(
    'm,message= F,file= C,reuse-message= c,reedit-message= t,template= author= date= fixup= squash= cleanup= trailer= S,gpg-sign? a,all p,patch amend n,no-verify q,quiet v,verbose s,signoff no-edit allow-empty e,edit o,only i,include u,untracked-files?',
    (git, parsed) => {
      git.emit(parsed.has('amend') ? 'history-rewrite' : 'commit');
      if (parsed.has('no-verify')) git.emit('hooks-bypass');
      for (const file of [parsed.value('file'), parsed.value('template')])
        if (file !== undefined) git.machine.read(git.call, file);
    },
  ),
};

type Loss = Partial<Pick<GitEffect, 'forced' | 'takes'>>;

/** Changes of tracked files, in the index or only in the files. */
const UNCOMMITTED: NonNullable<Loss['takes']> = ['unstaged', 'staged'];

function loseTree(git: Git, paths: string[], loss: Loss): void {
  // `git ls-files -d | xargs git restore` brings back what is gone.
  const detail = paths.filter((path) => listedFiles(git, path)?.length !== 0);
  if (detail.length > 0 || paths.length === 0) git.emit('worktree-loss', { forced: true, ...loss, detail });
}

/** What files lose that are taken from a commit: beside their changes, whatever stands where the commit has a file. */
function takenFrom(commit: string | undefined): NonNullable<Loss['takes']> {
  if (commit === undefined) return ['unstaged'];
  return isHead(commit) ? UNCOMMITTED : [...UNCOMMITTED, 'untracked', 'ignored'];
}

/** Without a name, git means where it is. */
export function isHead(revision: string | undefined): boolean {
  return revision === undefined || revision === 'HEAD' || revision === '@';
}

function reset(git: Git, parsed: Parsed): void {
  const [revision] = parsed.operands;
  if (parsed.has('hard') || parsed.has('merge')) {
    const stays = isHead(revision);
    loseTree(git, parsed.operands, { takes: stays ? UNCOMMITTED : [...UNCOMMITTED, 'untracked'] });
    changeTree(git);
    if (revision !== undefined && !stays)
      git.emit('history-rewrite', {
        forced: parsed.has('hard'),
        detail: [revision],
        drops: { refs: ['HEAD'], kept: [revision] },
      });
    return;
  }
  if (parsed.has('keep') && !isHead(revision)) changeTree(git);
  const moves =
    revision !== undefined && /[~^@]|^origin\/|^[0-9a-f]{7,40}$/.test(revision) && parsed.separated.after === null;
  if (moves) git.emit('history-rewrite', { detail: [revision] });
}

function clean(git: Git, parsed: Parsed): void {
  const free =
    /^(false|no|off|0)$/i.test(git.config.get('clean.requireforce') ?? '') ||
    // An answer that comes from a pipe is given already.
    (parsed.has('interactive') && git.call.io.stdin?.text !== undefined);
  if (!parsed.has('force') && !free) return;
  loseTree(git, parsed.operands, { forced: !parsed.on('dry-run'), ...cleaned(parsed) });
  if (parsed.on('dry-run')) return;
  const paths = parsed.operands.length === 0 ? ['./**'] : parsed.operands;
  for (const path of paths)
    git.machine.remove(git.call, filesOf(git, path), 'git', { recursive: parsed.has('d'), force: true });
}

/** `-X` deletes what is ignored, `-x` that as well. A pattern of `-e` is one more thing to ignore, or with `!` one less. */
function cleaned(parsed: Parsed): Loss {
  if (parsed.all('exclude').some((pattern) => pattern.startsWith('!') || hasUnknown(pattern))) return {};
  if (parsed.has('X')) return parsed.has('exclude') ? {} : { takes: ['ignored'] };
  return { takes: parsed.has('x') ? ['untracked', 'ignored'] : ['untracked'] };
}

function checkout(git: Git): void {
  // Older scripts give the mode as a separate word.
  const args = git.args.filter(
    (arg, i) => !(/^(checkout|on-demand)$/.test(arg) && git.args[i - 1] === '--recurse-submodules'),
  );
  const parsed = parseOptions(args, CHECKOUT);
  const { after } = parsed.separated;
  if (parsed.has('patch')) return choose(git, after ?? checkedOut(git, parsed).paths);
  const reset = parsed.value('B');
  if (reset !== undefined) moveBranch(git, reset, parsed.operands[0]);
  const onBranch = reset !== undefined || ['b', 'orphan', 't', 'track', 'detach'].some((name) => parsed.has(name));
  const { paths, word } = onBranch ? { paths: after ?? [], word: undefined } : checkedOut(git, parsed);
  const forced = parsed.has('force');
  const source = after === null ? word : parsed.separated.before[0];
  const fromIndex = takenFromIndex(parsed);
  if (paths.length > 0 || parsed.has('pathspec-from-file'))
    loseTree(git, paths, { takes: source === undefined ? fromIndex : takenFrom(source) });
  else if (forced)
    git.emit('worktree-loss', {
      forced,
      detail: parsed.operands,
      names: word === undefined ? 'branch' : 'branch-or-path',
      takes: parsed.operands.length === 0 ? UNCOMMITTED : [...UNCOMMITTED, 'untracked'],
    });
  if (word !== undefined && (paths.length > 0 || !forced)) git.emit('checkout', { detail: [word], takes: fromIndex });
  for (const path of paths) overwrite(git, path);
  if (paths.length > 0) return;
  // One word may be a branch; the repository tells what is lost. With the ending of a file it is written.
  if (word !== undefined && hasFileEnding(word)) overwrite(git, word);
  else if (forced || !isHead(word ?? parsed.operands[0]) || parsed.has('pathspec-from-file')) changeTree(git);
}

/**
 * What files lose that are taken from the index. Of a file in conflict one side is written, or the marks of git once more; git writes the marks even of a
 * conflict that was resolved and added.
 */
function takenFromIndex({ has }: Parsed): NonNullable<Loss['takes']> {
  if (has('merge') || has('conflict')) return ['outside-conflicts', 'resolved'];
  return has('ours') || has('theirs') ? ['outside-conflicts'] : ['unstaged'];
}

/** `a.txt`, `src/a.ts`; `v1.2`, `1.0.rc1` and `release-1.x` are no files. */
function hasFileEnding(word: string): boolean {
  return /^(?!v?\d)[\w./-]*[\w-]\.(?!x$)[a-z]{1,5}$/.test(word);
}

/** The words that can only be paths, and one that may be a branch, a commit or a path. */
function checkedOut(
  git: Git,
  { separated: { before, after }, has }: Parsed,
): { paths: string[]; word: string | undefined } {
  if (after !== null) return { paths: after, word: undefined };
  // One side of a conflict is taken for files only.
  if (has('ours') || has('theirs')) return { paths: before, word: undefined };
  const [word, ...paths] = before;
  return word !== undefined && (isPathLike(word) || listedFiles(git, word) !== undefined)
    ? { paths: before, word: undefined }
    : { paths, word };
}

/** One word after `git checkout` is a branch unless it can only be a path. */
function isPathLike(word: string): boolean {
  return (
    word === '.' ||
    word === '..' ||
    word.startsWith('./') ||
    word.startsWith('../') ||
    word.startsWith(':') ||
    /[*?]/.test(word) ||
    word.endsWith('/')
  );
}

function restore(git: Git, parsed: Parsed): void {
  // Naming one of the two, even as `--no-…`, switches the default for the working tree off.
  const chosen = parsed.mentions('staged') || parsed.mentions('worktree');
  if (chosen && !parsed.on('worktree')) return;
  if (parsed.on('patch')) return choose(git, parsed.operands);
  if (parsed.operands.length === 0 && !parsed.has('pathspec-from-file')) return;
  const source = parsed.value('source') ?? (parsed.on('staged') ? 'HEAD' : undefined);
  loseTree(git, parsed.operands, { takes: source === undefined ? takenFromIndex(parsed) : takenFrom(source) });
  for (const path of parsed.operands) overwrite(git, path);
}

/** With `--patch`, somebody says of each change whether it goes; so files are written, and nothing is lost by accident. Answers from a pipe nobody has weighed. */
function choose(git: Git, paths: string[]): void {
  if (git.call.io.stdin?.text !== undefined) loseTree(git, paths, { takes: UNCOMMITTED });
  for (const path of paths.length === 0 ? ['.'] : paths) overwrite(git, path);
}

/** The files of the work tree become those of another commit; which of them differ, the repository knows. */
export function changeTree(git: Git): void {
  overwrite(git, '.');
}

export function overwrite(git: Git, path: string): void {
  git.machine.write(git.call, filesOf(git, path), 'git');
}

function rebase(git: Git, parsed: Parsed): void {
  for (const text of parsed.all('exec')) git.machine.script(git.call, text, { wrapper: 'git', via: 'option' });
  if (!parsed.has('quit') && !parsed.has('edit-todo')) changeTree(git);
  if (parsed.has('abort')) loseTree(git, [], { forced: false });
  else if (!parsed.has('continue') && !parsed.has('quit')) git.emit('history-rewrite', { detail: parsed.operands });
}

function aborting(git: Git, parsed: Parsed): void {
  if (!parsed.has('quit')) changeTree(git);
  if (parsed.has('abort')) loseTree(git, [], { forced: false });
}
