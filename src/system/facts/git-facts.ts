import { basename, dirname, join, resolve } from 'node:path';
import { gitRoot } from '../files/git-root.ts';
import { readFile } from '../files/read-file.ts';
import type { System } from '../ports.ts';
import { answerOfGit } from './git-process.ts';

interface Repository {
  root: string;
  /** Where HEAD is: `.git`, or `.git/worktrees/<name>` of the main one. */
  directory: string;
  isLinked: boolean;
}

/** Read from the files themselves: a rule on the branch must not cost a process. */
function repositoryOf(system: System, start: string): Repository | null {
  const root = gitRoot(system, nearestDirectory(system, start));
  if (root === null) return null;
  const entry = join(root, '.git');
  if (system.files.stat(entry)?.kind === 'directory') return { root, directory: entry, isLinked: false };
  const named = /^gitdir: (.+)$/m.exec(readFile(system, entry))?.[1];
  if (named === undefined) return null;
  const directory = resolve(root, named.trim());
  return { root, directory, isLinked: basename(dirname(directory)) === 'worktrees' };
}

/** The deepest directory that exists: a command may name one it is about to make. */
function nearestDirectory({ files }: System, path: string): string {
  for (let at = path; ; at = dirname(at)) {
    if (files.stat(at)?.kind === 'directory' || dirname(at) === at) return at;
  }
}

/** Null: detached, or no repository. */
export function branchOf(system: System, directory: string): string | null {
  const repository = repositoryOf(system, directory);
  if (repository === null) return null;
  const head = readFile(system, join(repository.directory, 'HEAD')).trim();
  return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? null;
}

export function isLinkedWorktree(system: System, directory: string): boolean {
  return repositoryOf(system, directory)?.isLinked ?? false;
}

const QUESTIONS = {
  tracked: ['ls-files', '--error-unmatch', '--'],
  ignored: ['check-ignore', '-q', '--'],
};

export function askGit(system: System, question: keyof typeof QUESTIONS, path: string): boolean | undefined {
  const repository = repositoryOf(system, dirname(path));
  return repository === null ? false : answerOfGit(system, repository.root, [...QUESTIONS[question], path]);
}

/** A branch, a tag, a hash, `HEAD~1`: all that git would check out as a commit. */
export function isCommit(system: System, directory: string, name: string): boolean | undefined {
  if (name.startsWith('-')) return false;
  const repository = repositoryOf(system, directory);
  return repository === null
    ? false
    : answerOfGit(system, repository.root, ['rev-parse', '-q', '--verify', `${name}^{commit}`]);
}
