import type { Call, Machine } from '../../run/machine.ts';
import type { Role } from './define-program.ts';
import { findProgram } from './find-program.ts';
import { nameOf, startsCommand, withoutTilde } from './start/command-line.ts';

/** Options of launchers whose value is a command for a shell. */
const TEXT_OPTION =
  /^(?:-c|-e|-s|-x|--?exec|--run|--command|--cmd|--shell|--shell-command|--pre|--post|--prepare|--wrap)$/;

export function isTalker(name: string): boolean {
  return findProgram(name)?.isTalker === true || name.endsWith('-config');
}

/** Programs that are worth a guess: those that destroy, start others or speak to the network. */
const RISKY: ReadonlySet<Role> = new Set<Role>([
  'removes',
  'shell',
  'disk',
  'privilege',
  'git',
  'network',
  'launcher',
  'interpreter',
  'batch',
]);

/**
 * The command inside the words of a launcher nobody described: behind `--`, as the value of an option such as `-c`, or a destructive
 * command line that simply follows. It is a guess, so its effects are listed apart.
 */
export function runGuess(call: Call, machine: Machine): string | undefined {
  if (isTalker(call.program)) return undefined;
  const guess: Call = { ...call, frame: { ...call.frame, assumed: true } };
  const text = optionText(call.args);
  if (text !== undefined) return machine.script(guess, text, { wrapper: call.program, stdin: null });
  const launching = call.args.findIndex((arg) => LAUNCHES.test(arg));
  const at = call.args.findIndex(
    (_, i) => startsCommand(call.args, i) || (launching >= 0 && launching < i && isLaunchedText(call.args, i)),
  );
  // `yarn run hookctl explain "…"`: the program that is launched only talks about it.
  if (at < 0 || call.args.slice(0, at).some(isTalker)) return undefined;
  const argv = call.args.slice(at);
  if (/\s/.test(argv[0] ?? ''))
    return machine.script(guess, argv[0] ?? '', {
      wrapper: call.program,
      stdin: null,
    });
  return machine.run(guess, argv, { wrapper: call.program });
}

function optionText(args: readonly string[]): string | undefined {
  for (const [i, arg] of args.entries()) {
    const equals = arg.startsWith('--') ? arg.indexOf('=') : -1;
    const option = equals < 0 ? arg : arg.slice(0, equals);
    if (!TEXT_OPTION.test(option)) continue;
    const text = equals < 0 ? (args[i + 1] ?? '') : arg.slice(equals + 1);
    if (isCommandText(text)) return text;
  }
  return undefined;
}

function isCommandText(text: string): boolean {
  const blank = text.search(/\s/);
  if (blank <= 0) return false;
  const program = findProgram(nameOf(text.slice(0, blank)));
  return program !== undefined && RISKY.has(program.role) && !/^(?:source|\.)$/.test(text.slice(0, blank));
}

/** One word that is a whole command line, behind a word that says so: `lerna exec 'rm -rf /x'`. */
function isLaunchedText(args: readonly string[], at: number): boolean {
  const text = args[at] ?? '';
  if (!/\s/.test(text) || NAMES_OPTION.test(args[at - 1] ?? '')) return false;
  return startsCommand(text.trim().split(/\s+/).map(withoutTilde));
}

/** What follows is the name of a test or the text of a message, not a command: `vitest run -t 'git reset --hard'`. */
const NAMES_OPTION =
  /^(?:-t|-k|-g|-m|--grep|--filter|--name|--title|--body|--message|--description|--test-?name-?pattern)$/i;

const LAUNCHES = /^(?:exec|run|x|cmd\.run|cmd\.shell|shell|enable|exec-env|exec-file|new|start|spawn|if-shell)$/;
