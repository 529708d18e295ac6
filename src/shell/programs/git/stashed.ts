import type { GitEffect } from '../../analysis.ts';
import type { Parsed } from '../support/options.ts';

type Work = NonNullable<GitEffect['takes']>;

/** Work that the stash holds now, if the command that comes next runs only after success. */
export interface Stashed {
  repository: string;
  work: Work;
}

/** What `git stash` puts away. With paths, or a choice of changes, it is only a part of the work. */
export function stashedWork({ operands, has, on }: Parsed, verb: string | undefined): Work {
  const isPush = verb === undefined || verb === 'push' || verb === 'save' || verb.startsWith('-');
  const isPart = ['patch', 'staged', 'pathspec-from-file'].some((name) => has(name));
  const paths = verb === 'push' ? operands.slice(1) : operands;
  if (!isPush || isPart || (verb !== 'save' && paths.length > 0)) return [];
  const tracked: Work = ['unstaged', 'staged'];
  if (on('all')) return [...tracked, 'untracked', 'ignored'];
  return on('include-untracked') ? [...tracked, 'untracked'] : tracked;
}

/** The work that a command takes and that the stash does not hold. */
export function withoutStashed(takes: Work, repository: string, stashed: Stashed | null): Work {
  return stashed?.repository === repository ? takes.filter((kind) => !stashed.work.includes(kind)) : takes;
}
