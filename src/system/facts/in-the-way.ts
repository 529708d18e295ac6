import type { System } from '../ports.ts';
import { gitQuestion } from './git-process.ts';

/** git is asked once for all names, and a command line holds so many. */
const MOST_NAMES = 500;

/**
 * Are there files that git does not know, or ignores, where the commit has a file? `git reset --hard COMMIT` writes over those, and leaves all others alone.
 * Undefined: there are too many of them, or it is no commit.
 */
export function isInTheWay(system: System, root: string, commit: string): boolean | undefined {
  const listed = namesOf(system, root, ['ls-files', '-z', '--others', '--directory', '--no-empty-directory']);
  const unknown = listed?.map((name) => name.replace(/\/$/, ''));
  if (unknown === undefined || unknown.length > MOST_NAMES) return undefined;
  if (unknown.length === 0) return false;
  const above = [...new Set(unknown.flatMap(directoriesAbove))];
  const held = namesOf(system, root, ['ls-tree', '-z', commit, '--', ...unknown, ...above]);
  return held?.some((line) => {
    const [, type, name] = /^\d+ (\w+) \w+\t(.*)$/s.exec(line) ?? [];
    // A directory above is in both; only a file in its place takes what is in it.
    return unknown.includes(name ?? '') || (type !== 'tree' && above.includes(name ?? ''));
  });
}

function namesOf(system: System, root: string, words: readonly string[]): string[] | undefined {
  const output = system.outputOf(...gitQuestion(system, root, words));
  return output === null ? undefined : output.split('\0').filter((name) => name !== '');
}

function directoriesAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
