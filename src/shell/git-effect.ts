import type { Caused } from './analysis.ts';

export type GitEffect = Caused & {
  kind: 'git';
  operation:
    | 'push'
    /** Uncommitted work in the tree may be lost: reset --hard, checkout -- f, restore, clean -f, checkout -f, switch --discard-changes. */
    | 'worktree-loss'
    /** `git checkout WORD`: a branch, or the files of that name. Only the repository tells which. */
    | 'checkout'
    /** Commits are replaced: rebase, commit --amend, filter-branch, filter-repo, reset to another commit, replace. */
    | 'history-rewrite'
    /** branch -D, tag -d, update-ref -d, remote branch deletion. */
    | 'ref-delete'
    | 'stash-loss'
    /** reflog expire, gc --prune=now, prune: the safety net itself goes. */
    | 'object-loss'
    | 'worktree-remove'
    | 'index-only'
    | 'config'
    | 'remote-change'
    | 'hooks-bypass'
    | 'commit';
  /** The subcommand after aliases given on the command line were resolved. */
  subcommand: string;
  /** False when git itself refuses to lose anything without more force (`branch -d`, `rebase`). */
  forced: boolean;
  /** A repository elsewhere, by -C or --git-dir; else the cwd. */
  repository: string;
  push?: {
    remote: string | null;
    /** Destination refs without `refs/heads/`; empty when the default is pushed; `"?"` when unknown. */
    to: string[];
    force: boolean;
    /** `--force-with-lease` / `--force-if-includes` only. */
    lease: boolean;
    deletes: boolean;
    mirror: boolean;
    tags: boolean;
  };
  /** For `config`: `key=value`; for `ref-delete`: the refs; for losses: the paths or the revision as written. */
  detail: string[];
  /** What `detail` of a loss names where it is not paths: the branch of a forced switch, or a word that may be either. */
  names?: 'branch' | 'branch-or-path';
  /** Which work goes if there is any; the repository tells. Absent: it cannot, or git takes a part of it from elsewhere. */
  takes?: (
    | 'unstaged'
    | 'outside-conflicts'
    /** Conflicts that were resolved and added. */
    | 'resolved'
    | 'staged'
    | 'submodules'
    | 'untracked'
    | 'ignored'
    | 'in-reflog'
    | 'unreachable'
  )[];
  /** Refs that go or move, and commits that something holds afterwards. Absent: as for `takes`. */
  drops?: { refs: string[]; kept: string[] };
};
