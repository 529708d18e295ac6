import type { GitEffect } from '../../analysis.ts';
import type { Git } from './subcommand.ts';

/** A branch or tag that points to another commit from now on; without one, to the one that is checked out. */
export function movedRef(
  kind: 'heads' | 'tags',
  name: string | undefined,
  commit: string | undefined,
): Pick<GitEffect, 'drops'> {
  return name === undefined ? {} : { drops: { refs: [`refs/${kind}/${name}`], kept: [commit ?? 'HEAD'] } };
}

const SHARED = /^(main|master|trunk|develop|dev|staging|production|prod|release(\/.*)?)$/;

/** `checkout -B` and `switch -C` move a branch to a commit; back in its own history, or a shared one to something else, its commits are lost. */
export function moveBranch(git: Git, branch: string, start: string | undefined): void {
  const back = start !== undefined && /[~^]|@\{/.test(start);
  const other = start !== undefined && SHARED.test(branch) && !start.endsWith(`/${branch}`) && start !== branch;
  git.emit('history-rewrite', { forced: back || other, detail: [branch], ...movedRef('heads', branch, start) });
}
