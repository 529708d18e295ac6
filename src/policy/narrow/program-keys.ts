import type { EventFacts } from '../judge/event-facts.ts';
import type { Invocation } from '../../shell/index.ts';
import { findProgram } from '../../shell/programs/support/find-program.ts';
import type { CommandPattern } from '../language/command-pattern.ts';
import { isGlob } from '../match/glob.ts';
import { callsIn, splitArguments } from '../match/match-command.ts';

/** Keys by which rules on programs are found: the name, with its subcommand where it has such, or how the name begins where the rule says `mkfs*`. */
export function keysOfPatterns(patterns: readonly CommandPattern[]): string[] | null {
  const keys = new Set<string>();
  for (const pattern of patterns) {
    for (const name of pattern.program) {
      const found = keysOfPattern(name, pattern.words[0]);
      if (found === null) return null;
      for (const key of found) keys.add(key);
    }
  }
  return [...keys];
}

function keysOfPattern(name: string, words: readonly string[] | undefined): string[] | null {
  if (isGlob(name)) return /^[\w.+-]{3}/.test(name) ? [beginning(name)] : null;
  const program = name.slice(name.lastIndexOf('/') + 1);
  const isFixed = words?.every((word) => !isGlob(word) && !word.includes('\\')) ?? false;
  if (!isFixed || !hasCommands(program)) return [named(program)];
  return (words ?? []).map((word) => withCommand(program, word));
}

const BEGINNING = 3;

/** How the key of a program begins; after its name there may be a subcommand. */
export const PROGRAM = 'program ';

function named(name: string): string {
  return `${PROGRAM}${name.toLowerCase()}`;
}

function beginning(name: string): string {
  return `programs ${name.slice(0, BEGINNING).toLowerCase()}`;
}

function withCommand(program: string, word: string): string {
  const command = findProgram(program)?.aliases.get(word) ?? word;
  return `${named(program)} ${command.toLowerCase()}`;
}

function hasCommands(program: string): boolean {
  return (findProgram(program)?.subcommands ?? null) !== null;
}

interface ShownPrograms {
  keys: Set<string>;
  /** Keys that may go on in any way, for words that are only known at run time. */
  prefixes: Set<string>;
}

export function showPrograms(
  invocation: Invocation,
  facts: Pick<EventFacts, 'memo'>,
  { keys: shown, prefixes }: ShownPrograms,
): void {
  const calls = callsIn(invocation, facts);
  for (const name of [...invocation.wrappers, ...calls.flatMap(({ names }) => names)]) {
    if (!name.includes('/')) shown.add(named(name));
    if (name.length >= BEGINNING) shown.add(beginning(name));
  }
  for (const { program, names, argv } of calls) {
    const commanded = names.filter((name) => !name.includes('/') && hasCommands(name));
    if (commanded.length === 0) continue;
    const isOpen = argv.some((word) => word.dynamic);
    const { operands } = splitArguments(findProgram(program), argv);
    for (const name of commanded) {
      if (isOpen) prefixes.add(`${named(name)} `);
      for (const { text } of hasCommands(program) ? operands.slice(0, 1) : operands) shown.add(withCommand(name, text));
    }
  }
}
