import type { Call, Machine } from '../../run/machine.ts';
import type { Program, Role } from './define-program.ts';
import { isDescribed } from './find-program.ts';
import { isKnownOption } from './options.ts';
import { nameOf } from './start/command-line.ts';
import { asGuess } from '../../run/scope.ts';

/** Programs that start the program among their words. */
const STARTERS: ReadonlySet<Role> = new Set<Role>(['launcher', 'privilege']);

/** A launcher's own words, such as a time limit, may stand between the value and the program. */
const FURTHEST = 3;

/**
 * An option that the launcher's description does not name may take the next word as its value; then the program follows that word. This reading is tried
 * where the first one has found no program that we know.
 */
export function runBehindValue(call: Call, machine: Machine, program: Program, started: number): void {
  if (!STARTERS.has(program.role) || call.frame.assumed === true) return;
  const first = machine.analysis.invocations[started];
  if (first !== undefined && (isDescribed(first.program) || first.path.includes('/'))) return;
  const end = call.args.indexOf('--');
  const words = end < 0 ? call.args : call.args.slice(0, end);
  const option = words.findIndex(
    (word, i) => /^--?[A-Za-z][\w-]*$/.test(word) && !isKnownOption(word, program.options) && isWord(words[i + 1]),
  );
  if (option < 0) return;
  const at = call.args.findIndex((word, i) => i > option + 1 && i <= option + FURTHEST && isDescribed(nameOf(word)));
  if (at < 0) return;
  const guess = asGuess(call);
  machine.run(guess, call.args.slice(at), { wrapper: call.program, capture: false });
}

function isWord(word: string | undefined): boolean {
  return word !== undefined && !word.startsWith('-');
}
