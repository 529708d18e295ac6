import { defineOptions, type Parsed, parseOptions } from '../support/options.ts';
import { type Git, subcommand, type Subcommand } from './subcommand.ts';

const ABORTABLE =
  'abort continue quit skip m,message= s,strategy= X,strategy-option= F,file= n,no-commit ff-only no-ff squash q,quiet v,verbose';

const STASH =
  'p,patch S,staged k,keep-index no-keep-index q,quiet u,include-untracked a,all m,message= pathspec-from-file= pathspec-file-nul';

const CHECKOUT = defineOptions(
  'f,force b= B= orphan= t track? d,detach l q,quiet m,merge conflict= p,patch ours theirs pathspec-from-file= pathspec-file-nul recurse-submodules? progress overlay guess ignore-other-worktrees ignore-skip-worktree-bits overwrite-ignore U,unified= inter-hunk-context=',
);

/** Subcommands by which work, refs or history can go. */
export const gitLosses: Record<string, Subcommand> = {
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
        git.emit('worktree-loss', { forced: true, detail: parsed.operands, names: 'branch' });
      const target = parsed.value('force-create');
      if (target !== undefined) moveBranch(git, target, parsed.operands[0]);
    },
  ),
  branch: subcommand(
    'd,delete D f,force m,move M c,copy C r,remotes a,all l,list v,verbose u,set-upstream-to= unset-upstream t,track? contains= no-contains= merged? no-merged? points-at= sort= format= color? column? edit-description show-current q,quiet i,ignore-case',
    (git, parsed) => {
      if (parsed.has('D') || parsed.has('delete'))
        git.emit('ref-delete', { forced: parsed.has('D') || parsed.has('force'), detail: parsed.operands });
      else if (parsed.has('M') || parsed.has('C') || parsed.has('force')) {
        // `git branch -M main` names the current branch; with two names it overwrites the second one.
        const renames = parsed.has('M') && !parsed.has('force') && parsed.operands.length < 2;
        git.emit('history-rewrite', { forced: !renames, detail: parsed.operands });
      }
    },
  ),
  tag: subcommand(
    'd,delete f,force a,annotate s,sign m,message= F,file= l,list n? u,local-user= v,verify sort= contains= points-at= merged= format=',
    (git, parsed) => {
      if (parsed.has('delete')) git.emit('ref-delete', { forced: true, detail: parsed.operands });
      else if (parsed.has('force')) git.emit('history-rewrite', { forced: true, detail: parsed.operands });
    },
  ),
  stash: subcommand(STASH, (git, parsed) => {
    const [verb] = git.args;
    if (verb === 'drop' || verb === 'clear') git.emit('stash-loss', { forced: true, detail: git.args.slice(1) });
    else if (verb === 'push' || verb?.startsWith('-') === true) {
      // Files that are named go back to what is committed, or away.
      for (const path of parsed.operands.filter((word, i) => i > 0 || word !== 'push')) overwrite(git, path);
    }
  }),
  reflog: subcommand(
    'expire= expire-unreachable= all n,dry-run updateref rewrite verbose stale-fix single-worktree',
    (git, parsed) => {
      const [verb, ...refs] = parsed.operands;
      if (!/^(expire|delete|drop)$/.test(verb ?? '') || parsed.has('dry-run')) return;
      expireBySettings(git);
      const limits = [parsed.value('expire'), parsed.value('expire-unreachable')].filter(
        (value) => value !== undefined,
      );
      git.emit('object-loss', {
        forced: verb !== 'expire' || limits.some((limit) => /^(now|all|0)/.test(limit)),
        detail: [...limits, ...refs],
      });
    },
  ),
  gc: subcommand('prune? aggressive auto quiet force', (git, parsed) => {
    const prune = parsed.value('prune');
    expireBySettings(git);
    if (prune !== undefined && prune !== 'never') git.emit('object-loss', { forced: true, detail: [`prune=${prune}`] });
  }),
  prune: subcommand('n,dry-run v expire= progress', (git, parsed) => {
    if (!parsed.has('dry-run')) git.emit('object-loss', { forced: true });
  }),
  maintenance: subcommand('', expireBySettings),
  lfs: subcommand('', (git) => {
    if (git.args[0] === 'migrate' && /^(import|export)$/.test(git.args[1] ?? ''))
      git.emit('history-rewrite', { forced: true });
  }),
  repack: subcommand('a A d f F l,local n q,quiet cruft cruft-expiration= unpack-unreachable=', (git, parsed) => {
    const limits = [parsed.value('cruft-expiration'), parsed.value('unpack-unreachable')];
    if (limits.some((limit) => limit !== undefined && SOON.test(limit))) git.emit('object-loss', { forced: true });
  }),
  'fast-import': subcommand('force quiet stats', (git) => {
    if (git.args.includes('--force')) git.emit('history-rewrite', { forced: true });
  }),
  'filter-branch': subcommand(
    '+env-filter= tree-filter= index-filter= parent-filter= msg-filter= commit-filter= tag-name-filter= subdirectory-filter= setup= d= f,force prune-empty original= state-branch=',
    (git, parsed) => {
      git.emit('history-rewrite', { forced: true, detail: parsed.operands });
      for (const name of [
        'env-filter',
        'tree-filter',
        'index-filter',
        'parent-filter',
        'msg-filter',
        'commit-filter',
        'tag-name-filter',
        'setup',
      ]) {
        const text = parsed.value(name);
        if (text !== undefined) git.machine.script(git.call, text, { wrapper: 'git', via: 'option' });
      }
    },
  ),
  'filter-repo': subcommand('f,force', (git) => git.emit('history-rewrite', { forced: true })),
  replace: subcommand('f,force d,delete e,edit g,graft convert-graft-file l,list format= raw', (git, parsed) => {
    if (!parsed.has('list') && parsed.operands.length > 0)
      git.emit('history-rewrite', { forced: true, detail: parsed.operands });
  }),
  rebase: subcommand(
    'x,exec= onto= s,strategy= X,strategy-option= i,interactive r,rebase-merges? root autosquash autostash abort continue skip quit edit-todo m,merge C= whitespace= empty= S? f,force-rebase q,quiet v,verbose',
    rebase,
  ),
  'update-ref': subcommand('d,delete no-deref m= stdin z create-reflog', (git, parsed) => {
    if (parsed.has('delete')) git.emit('ref-delete', { forced: true, detail: parsed.operands.slice(0, 1) });
    else {
      const [ref = '', , old] = parsed.operands;
      const moves = old === undefined && /^(refs\/heads\/|HEAD$)/.test(ref);
      git.emit('history-rewrite', { forced: parsed.has('stdin') || moves, detail: parsed.operands.slice(0, 1) });
    }
  }),
  'symbolic-ref': subcommand('d,delete q,quiet short recurse m=', (git, parsed) => {
    const [name, target] = parsed.operands;
    if (parsed.has('delete')) git.emit('ref-delete', { forced: true, detail: parsed.operands });
    else if (name === 'HEAD' && target !== undefined) git.emit('history-rewrite', { forced: true, detail: [target] });
  }),
  'read-tree': subcommand(
    'reset m u i n,dry-run v prefix= index-output= exclude-per-directory= empty',
    (git, parsed) => {
      if (!parsed.has('dry-run') && (parsed.has('reset') || parsed.has('u'))) loseTree(git, []);
    },
  ),
  'checkout-index': subcommand('f,force a,all q,quiet n,no-create u,index', (git) => {
    if (git.args.some((arg) => /^-[a-z]*f|^--force$/.test(arg))) loseTree(git, []);
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

function loseTree(git: Git, paths: string[], forced = true): void {
  git.emit('worktree-loss', { forced, detail: paths });
}

const SHARED = /^(main|master|trunk|develop|dev|staging|production|prod|release(\/.*)?)$/;

/** `checkout -B` and `switch -C` move a branch to a commit; back in its own history, or a shared one to something else, its commits are lost. */
function moveBranch(git: Git, branch: string, start: string | undefined): void {
  const back = start !== undefined && /[~^]|@\{/.test(start);
  const other = start !== undefined && SHARED.test(branch) && !start.endsWith(`/${branch}`) && start !== branch;
  git.emit('history-rewrite', { forced: back || other, detail: [branch] });
}

/** Points in time that leave nothing for an undo. */
const SOON = /^(now|all|0|\d+\.?(second|minute|hour)s?\b)/i;

/** `-c gc.reflogExpire=now` makes the next collection empty the reflog. */
function expireBySettings(git: Git): void {
  const soon = [...git.config].filter(
    ([key, value]) => /^gc\.(.*\.)?(reflogexpire|prune|worktreeprune)/.test(key) && SOON.test(value),
  );
  if (soon.length > 0) git.emit('object-loss', { forced: true, detail: soon.map(([key, value]) => `${key}=${value}`) });
}

function reset(git: Git, parsed: Parsed): void {
  const [revision] = parsed.operands;
  if (parsed.has('hard') || parsed.has('merge')) {
    loseTree(git, parsed.operands);
    git.machine.write(git.call, './**', 'git');
  }
  const moves =
    revision !== undefined && /[~^@]|^origin\/|^[0-9a-f]{7,40}$/.test(revision) && parsed.separated.after === null;
  if (moves) git.emit('history-rewrite', { forced: parsed.has('hard'), detail: [revision] });
}

function clean(git: Git, parsed: Parsed): void {
  const free =
    /^(false|no|off|0)$/i.test(git.config.get('clean.requireforce') ?? '') ||
    // An answer that comes from a pipe is given already.
    (parsed.has('interactive') && git.call.io.stdin?.text !== undefined);
  if (!parsed.has('force') && !free) return;
  loseTree(git, parsed.operands, !parsed.has('dry-run'));
  if (parsed.has('dry-run')) return;
  const paths = parsed.operands.length === 0 ? ['./**'] : parsed.operands;
  for (const path of paths) git.machine.remove(git.call, path, 'git', { recursive: parsed.has('d'), force: true });
}

function checkout(git: Git): void {
  // Older scripts give the mode as a separate word.
  const args = git.args.filter(
    (arg, i) => !(/^(checkout|on-demand)$/.test(arg) && git.args[i - 1] === '--recurse-submodules'),
  );
  const parsed = parseOptions(args, CHECKOUT);
  const { after } = parsed.separated;
  if (parsed.has('patch')) return;
  const reset = parsed.value('B');
  if (reset !== undefined) moveBranch(git, reset, parsed.operands[0]);
  const onBranch = reset !== undefined || ['b', 'orphan', 't', 'track', 'detach'].some((name) => parsed.has(name));
  const { paths, word } = onBranch ? { paths: after ?? [], word: undefined } : checkedOut(parsed);
  const forced = parsed.has('force');
  if (paths.length > 0 || parsed.has('pathspec-from-file')) loseTree(git, paths);
  else if (forced)
    git.emit('worktree-loss', {
      forced,
      detail: parsed.operands,
      names: word === undefined ? 'branch' : 'branch-or-path',
    });
  if (word !== undefined && (paths.length > 0 || !forced)) git.emit('checkout', { detail: [word] });
  for (const path of paths) overwrite(git, path);
}

/** The words that can only be paths, and one that may be a branch, a commit or a path. */
function checkedOut({ separated: { before, after }, has }: Parsed): { paths: string[]; word: string | undefined } {
  if (after !== null) return { paths: after, word: undefined };
  // One side of a conflict is taken for files only.
  if (has('ours') || has('theirs')) return { paths: before, word: undefined };
  const [word, ...paths] = before;
  return word !== undefined && isPathLike(word) ? { paths: before, word: undefined } : { paths, word };
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
  if ((chosen && !parsed.on('worktree')) || parsed.on('patch')) return;
  if (parsed.operands.length === 0 && !parsed.has('pathspec-from-file')) return;
  loseTree(git, parsed.operands);
  for (const path of parsed.operands) overwrite(git, path);
}

function overwrite(git: Git, path: string): void {
  const whole = path === '.' || path === './' || path === ':/' || path === '*';
  git.machine.write(git.call, whole ? './**' : path, 'git');
}

function rebase(git: Git, parsed: Parsed): void {
  for (const text of parsed.all('exec')) git.machine.script(git.call, text, { wrapper: 'git', via: 'option' });
  if (parsed.has('abort')) loseTree(git, [], false);
  else if (!parsed.has('continue') && !parsed.has('quit')) git.emit('history-rewrite', { detail: parsed.operands });
}

function aborting(git: Git, parsed: Parsed): void {
  if (parsed.has('abort')) loseTree(git, [], false);
}
