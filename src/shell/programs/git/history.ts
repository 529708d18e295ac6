import { hasUnknown } from '../../expand/unknown.ts';
import { movedRef } from './moved-ref.ts';
import { stashedWork } from './stashed.ts';
import { type Git, subcommand, type Subcommand } from './subcommand.ts';
import { changeTree, overwrite } from './work-tree.ts';

const STASH =
  'p,patch S,staged k,keep-index no-keep-index q,quiet u,include-untracked a,all m,message= pathspec-from-file= pathspec-file-nul';

/** Subcommands by which commits, refs or the reflog can go. */
export const gitHistory: Record<string, Subcommand> = {
  branch: subcommand(
    'd,delete D f,force m,move M c,copy C r,remotes a,all l,list v,verbose u,set-upstream-to= unset-upstream t,track? contains= no-contains= merged? no-merged? points-at= sort= format= color? column? edit-description show-current q,quiet i,ignore-case',
    (git, parsed) => {
      const detail = parsed.operands;
      const [first, second] = detail;
      if (parsed.has('D') || parsed.has('delete')) {
        const refs = detail.map((name) => `refs/${parsed.has('remotes') ? 'remotes' : 'heads'}/${name}`);
        git.emit('ref-delete', { forced: parsed.has('D') || parsed.has('force'), detail, drops: { refs, kept: [] } });
      } else if (parsed.has('M') || parsed.has('C') || parsed.has('force')) {
        // `git branch -M main` names the current branch; with two names it overwrites the second one.
        const renames = parsed.has('M') && !parsed.has('force') && second === undefined;
        const copies = ['M', 'move', 'C', 'copy'].some((name) => parsed.has(name));
        const [moved, kept] = copies && second !== undefined ? [second, first] : [first, second];
        git.emit('history-rewrite', { forced: !renames, detail, ...movedRef('heads', moved, kept) });
      }
    },
  ),
  tag: subcommand(
    'd,delete f,force a,annotate s,sign m,message= F,file= l,list n? u,local-user= v,verify sort= contains= points-at= merged= format=',
    (git, parsed) => {
      const message = parsed.value('file');
      if (message !== undefined) git.machine.read(git.call, message);
      const detail = parsed.operands;
      const refs = detail.map((name) => `refs/tags/${name}`);
      if (parsed.has('delete')) git.emit('ref-delete', { forced: true, detail, drops: { refs, kept: [] } });
      else if (parsed.has('force'))
        git.emit('history-rewrite', { forced: true, detail, ...movedRef('tags', detail[0], detail[1]) });
    },
  ),
  stash: subcommand(STASH, (git, parsed) => {
    const [verb] = git.args;
    git.putAway(stashedWork(parsed, verb));
    if (verb === 'drop' || verb === 'clear') {
      const refs = [verb === 'clear' ? 'refs/stash' : stashEntry(parsed.operands[1] ?? '0')];
      git.emit('stash-loss', { forced: true, detail: git.args.slice(1), drops: { refs, kept: [] } });
    } else if (verb === undefined || verb === 'push' || verb.startsWith('-')) {
      // Files that are named go back to what is committed, or away; without names all that have changed.
      const named = parsed.operands.filter((word, i) => i > 0 || word !== 'push');
      for (const path of named.length === 0 ? ['.'] : named) overwrite(git, path);
    } else if (/^(?:save|pop|apply|branch)$/.test(verb)) changeTree(git);
  }),
  reflog: subcommand(
    'expire= expire-unreachable= all n,dry-run updateref rewrite verbose stale-fix single-worktree',
    (git, parsed) => {
      const [verb, ...refs] = parsed.operands;
      if (!/^(expire|delete|drop)$/.test(verb ?? '') || parsed.on('dry-run')) return;
      expireBySettings(git);
      const limits = [parsed.value('expire'), parsed.value('expire-unreachable')].filter(
        (value) => value !== undefined,
      );
      git.emit('object-loss', {
        forced: verb !== 'expire' || limits.some((limit) => !LATER.test(limit)),
        detail: [...limits, ...refs],
        takes: ['in-reflog'],
      });
    },
  ),
  gc: subcommand('prune? aggressive auto quiet force', (git, parsed) => {
    const prune = parsed.value('prune');
    expireBySettings(git);
    // Without a time, and with one that leaves some objects, it does what git also does unasked.
    if (prune !== undefined && prune !== '' && !LATER.test(prune))
      git.emit('object-loss', { forced: true, detail: [`prune=${prune}`], takes: ['unreachable'] });
  }),
  prune: subcommand('n,dry-run v expire= progress', (git, parsed) => {
    const limit = parsed.value('expire') ?? 'now';
    if (!parsed.on('dry-run') && !LATER.test(limit)) git.emit('object-loss', { forced: true, takes: ['unreachable'] });
  }),
  maintenance: subcommand('', expireBySettings),
  lfs: subcommand('', (git) => {
    if (/^(?:pull|checkout)$/.test(git.args[0] ?? '')) changeTree(git);
    if (git.args[0] === 'migrate' && /^(import|export)$/.test(git.args[1] ?? ''))
      git.emit('history-rewrite', { forced: true });
  }),
  repack: subcommand('a A d f F l,local n q,quiet cruft cruft-expiration= unpack-unreachable=', (git, parsed) => {
    const limits = [parsed.value('cruft-expiration'), parsed.value('unpack-unreachable')];
    if (limits.some((limit) => limit !== undefined && SOON.test(limit)))
      git.emit('object-loss', { forced: true, takes: ['unreachable'] });
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
  'filter-repo': subcommand('f,force analyze dry-run version h,help', (git, parsed) => {
    // They print something, or write a report below `.git/filter-repo`.
    const looks = ['analyze', 'dry-run', 'version', 'help'].some((name) => parsed.on(name));
    if (!looks) git.emit('history-rewrite', { forced: true });
  }),
  replace: subcommand('f,force d,delete e,edit g,graft convert-graft-file l,list format= raw', (git, parsed) => {
    if (!parsed.has('list') && parsed.operands.length > 0)
      git.emit('history-rewrite', { forced: true, detail: parsed.operands });
  }),
  'update-ref': subcommand('d,delete no-deref m= stdin z create-reflog', (git, parsed) => {
    const [ref = '', commit = '', old] = parsed.operands;
    const detail = parsed.operands.slice(0, 1);
    const drops = { refs: detail, kept: parsed.has('delete') ? [] : [commit] };
    if (parsed.has('delete')) git.emit('ref-delete', { forced: true, detail, drops });
    else if (parsed.has('stdin')) updateByInput(git);
    // Who names the old commit as well knows what goes, but it goes all the same.
    else
      git.emit('history-rewrite', { forced: old === undefined && /^(refs\/heads\/|HEAD$)/.test(ref), detail, drops });
  }),
  'symbolic-ref': subcommand('d,delete q,quiet short recurse m=', (git, parsed) => {
    const [name, target] = parsed.operands;
    if (parsed.has('delete')) git.emit('ref-delete', { forced: true, detail: parsed.operands });
    else if (name === 'HEAD' && target !== undefined) git.emit('history-rewrite', { forced: true, detail: [target] });
    else if (name !== undefined && target !== undefined)
      git.emit('history-rewrite', { detail: [name], drops: { refs: [name], kept: [target] } });
  }),
};

/** `git update-ref --stdin` reads one order from each line. */
function updateByInput(git: Git): void {
  const text = git.call.io.stdin?.text;
  const lines = text === undefined || hasUnknown(text) ? undefined : text.split(/[\n\0]/).filter((line) => line !== '');
  if (lines?.every((line) => /^(?:create|verify|option|start|prepare|commit|abort)\b/.test(line)) === true) return;
  git.emit('history-rewrite', { forced: true, detail: [] });
}

/** `stash@{2}` or `2`. */
function stashEntry(word: string): string {
  return /^\d+$/.test(word) ? `refs/stash@{${word}}` : `refs/${word}`;
}

/** Points in time that leave nothing for an undo. */
const SOON = /^(now|all|0|\d+\.?(second|minute|hour)s?\b)/i;

/** Points in time that leave a week for an undo. */
const LATER = /^(?:never|false|(?:[1-9]\d*[. ]?(?:week|month|year)|(?:[7-9]|[1-9]\d+)[. ]?day)s?(?:[. ]?ago)?)$/i;

/** `-c gc.reflogExpire=now` makes the next collection empty the reflog. */
function expireBySettings(git: Git): void {
  const soon = [...git.config].filter(
    ([key, value]) => /^gc\.(.*\.)?(reflogexpire|prune|worktreeprune)/.test(key) && SOON.test(value),
  );
  if (soon.length > 0)
    git.emit('object-loss', {
      forced: true,
      detail: soon.map(([key, value]) => `${key}=${value}`),
      takes: ['in-reflog', 'unreachable'],
    });
}
