import type { Program } from './define-program.ts';

/** The word of a command within a tool: `volume`, `delete-cluster`, `db:drop`. */
const COMMAND_WORD = /^[a-z][a-z0-9]*(?:[-_:][a-z0-9]+)*$/i;

/** They hand their words on, so `--help` may be for something that is run: `source x --help`, `npx x --help`. */
const HANDS_ON = new Set<string>(['shell', 'interpreter', 'batch', 'launcher', 'packages', 'container', 'git']);

/**
 * `zpool destroy --help` prints the usage, and nothing else happens. Only words of commands may be in front: an option could take `--help` as its value, and
 * after a file the program may no longer read options.
 */
export function asksForUsage(program: Program | undefined, args: readonly string[]): boolean {
  if (program !== undefined && HANDS_ON.has(program.role)) return false;
  if (args.length === 1 && args[0] === '--version') return true;
  return args.at(-1) === '--help' && args.slice(0, -1).every((word) => COMMAND_WORD.test(word));
}
