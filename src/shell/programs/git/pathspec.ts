import type { Git } from './subcommand.ts';

/** The files that a pathspec names. A `*` that git expands crosses directories; one that the shell expands does not. */
export function filesOf(git: Git, pathspec: string): string {
  if (/^(?:\.\/?|:\/|\*)$/.test(pathspec)) return './**';
  const at = pathspec.search(/[*?[]/);
  if (at < 0 || isForShell(git, pathspec)) return pathspec;
  const slash = pathspec.lastIndexOf('/', at);
  return `${slash < 0 ? './' : pathspec.slice(0, slash + 1)}**`;
}

function isForShell({ call, machine }: Git, word: string): boolean {
  return machine.analysis.invocations[call.index]?.argv.find(({ text }) => text === word)?.glob === true;
}
