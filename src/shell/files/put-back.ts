import { type PrintedByGit, printedByGit } from '../expand/printed-by-git.ts';
import type { Call, Machine } from '../run/machine.ts';
import { isWithin } from './paths.ts';

/** `git show HEAD:a.ts > a.ts` does what `git restore a.ts` does. */
export function putBackFile(machine: Machine, call: Call, { path, text }: { path: string; text: string }): void {
  const printed = printedByGit(machine.unknowns, text);
  const [shown = ''] = printed?.what === 'file' ? printed.paths : [];
  if (printed === undefined || shown === '') return;
  if (path === shown || isBelowRoot(machine.locate(call, path), shown, printed)) lose(machine, call, printed, [path]);
}

/** A path of a commit begins at the root of the repository, which is the directory of the command or above it; `./` begins at the directory itself. */
function isBelowRoot(place: string, shown: string, { directory }: PrintedByGit): boolean {
  const name = shown.replace(/^(?:\.\/)+/, '');
  if (directory === null || !place.endsWith(`/${name}`)) return false;
  const root = place.slice(0, -name.length - 1);
  return shown === name ? isWithin(root, directory) : root === directory;
}

/** `git archive HEAD | tar -x`: every file is again what it is in the commit. */
export function putBackTree(machine: Machine, call: Call): void {
  const printed = printedByGit(machine.unknowns, call.io.stdin?.text);
  if (printed?.what !== 'tree' || printed.directory !== call.scope.cwd) return;
  lose(machine, call, printed, printed.paths.length === 0 ? ['.'] : printed.paths);
}

interface Patch {
  text: string | undefined;
  /** Where the text is, if it is not on standard input. */
  file: string | undefined;
  reverse: boolean;
}

/** `git diff | patch -R`, `git diff -R | git apply`: the uncommitted changes, backwards, on top of themselves. In a file they would be kept. */
export function takeBack(machine: Machine, call: Call, { text, file = '-', reverse }: Patch): void {
  if (file !== '-' && !file.startsWith('/dev/')) return;
  const printed = printedByGit(machine.unknowns, text);
  if (printed?.what === (reverse ? 'changes' : 'undoing')) lose(machine, call, printed, printed.paths);
}

/** `git ls-files -o | xargs rm` does what `git clean` does. */
export function removeListed(machine: Machine, call: Call, path: string): void {
  const printed = printedByGit(machine.unknowns, path);
  if (printed?.what === 'names') lose(machine, call, printed, printed.paths.length === 0 ? [path] : printed.paths);
}

function lose(machine: Machine, call: Call, { directory, takes, what }: PrintedByGit, paths: readonly string[]): void {
  if (takes.length === 0) return;
  machine.emit(call, {
    kind: 'git',
    operation: 'worktree-loss',
    subcommand: what === 'names' ? 'clean' : 'restore',
    forced: true,
    repository: directory ?? '?',
    detail: paths.map((path) => machine.render(path)),
    takes,
  });
}
