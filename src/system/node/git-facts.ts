import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { gitRoot } from './files.ts';

interface Repository {
  root: string;
  /** Where HEAD is: `.git`, or `.git/worktrees/<name>` of the main one. */
  directory: string;
  linked: boolean;
}

/** Read from the files themselves: a rule on the branch must not cost a process. */
function repositoryOf(start: string): Repository | null {
  const root = gitRoot(existing(start));
  if (root === null) return null;
  const entry = join(root, '.git');
  if (statSync(entry).isDirectory()) return { root, directory: entry, linked: false };
  const named = /^gitdir: (.+)$/m.exec(readFileSync(entry, 'utf8'))?.[1];
  if (named === undefined) return null;
  const directory = resolve(root, named.trim());
  return { root, directory, linked: basename(dirname(directory)) === 'worktrees' };
}

/** The deepest directory that is there: a command may name one it is about to make. */
function existing(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    if (statSync(at, { throwIfNoEntry: false })?.isDirectory() === true || dirname(at) === at) return at;
  }
}

/** Null: detached, or no repository. */
export function branchOf(directory: string): string | null {
  const repository = repositoryOf(directory);
  if (repository === null) return null;
  const head = readFileSync(join(repository.directory, 'HEAD'), 'utf8').trim();
  return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? null;
}

export function isLinkedWorktree(directory: string): boolean {
  return repositoryOf(directory)?.linked ?? false;
}

/** `ls-files` and `check-ignore` answer with their exit code: 0 yes, 1 no, anything else cannot tell. */
export function asksGit(question: 'tracked' | 'ignored', path: string): boolean | undefined {
  const repository = repositoryOf(dirname(path));
  if (repository === null) return false;
  // Only here: loading it costs every other event some milliseconds.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const words =
    question === 'tracked' ? ['ls-files', '--error-unmatch', '--', path] : ['check-ignore', '-q', '--', path];
  // The repository's own settings may name a program as file monitor; a question must not run it.
  const { status } = spawnSync('git', ['-C', repository.root, '-c', 'core.fsmonitor=false', ...words], {
    stdio: 'ignore',
    timeout: 1_000,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], GIT_OPTIONAL_LOCKS: '0' },
  });
  return status === 0 ? true : status === 1 ? false : undefined;
}
