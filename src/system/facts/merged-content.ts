import type { System } from '../ports.ts';
import { answerOfGit, gitQuestion } from './git-process.ts';

/** The files that one command line can name. */
const MOST_FILES = 500;

/**
 * Does HEAD hold every file as the branch has it, of those that the branch has changed? So it is after `git merge --squash` and after cherry-picking all of
 * it: other commits hold the work. Trees are compared by their hashes, which starts no filter and no driver of the repository.
 */
export function holdsContent(system: System, directory: string, branch: string): boolean {
  const current = output(system, directory, ['symbolic-ref', '-q', 'HEAD'])?.trim();
  if (current === undefined || current === '' || current === branch) return false;
  const base = output(system, directory, ['merge-base', 'HEAD', branch])?.trim();
  if (base === undefined || base === '') return false;
  const listed = output(system, directory, ['diff-tree', '-r', '-z', '--no-renames', '--name-only', base, branch]);
  if (listed === null) return false;
  const changed = listed.split('\0').filter((path) => path !== '');
  // Commits without changes have nothing but their messages, which HEAD does not have.
  if (changed.length === 0 || changed.length > MOST_FILES) return false;
  const words = ['--literal-pathspecs', 'diff-tree', '-r', '--no-renames', '--quiet', branch, 'HEAD', '--', ...changed];
  return answerOfGit(system, directory, words) === true;
}

function output(system: System, directory: string, words: readonly string[]): string | null {
  return system.outputOf(...gitQuestion(system, directory, words));
}
