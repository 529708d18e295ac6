import type { Invocation, Word } from '../../shell/index.ts';
import type { Program } from '../../shell/programs/support/define-program.ts';
import { findProgram, withoutVersion } from '../../shell/programs/support/find-program.ts';
import { type Started, startedBy } from '../../shell/programs/support/started-by.ts';
import { and, or, type Truth } from '../truth.ts';
import type { EventFacts } from '../judge/event-facts.ts';
import type { CommandPattern } from '../language/command-pattern.ts';
import { hasFlag, isInForce, joinedFlags, optionsOf, spelledApart } from './flags.ts';
import { matchWord } from './glob.ts';

/** Does this invocation run what one of the patterns says? `uncertain` when that depends on words only known at run time. */
export function matchCommands(
  patterns: readonly CommandPattern[],
  invocation: Invocation,
  facts: Pick<EventFacts, 'memo'>,
): Truth {
  if (invocation.program === '') return patterns.length > 0 && 'uncertain';
  const calls = callsIn(invocation, facts);
  return or(patterns.map((pattern) => matchCalls(pattern, calls, invocation.wrappers)));
}

/** A call, and every name a pattern could call its program by. */
export type NamedCall = Started & { names: readonly string[] };

/** The call itself and those it counts as; none when its program is only known at run time. */
export function callsIn(invocation: Invocation, facts: Pick<EventFacts, 'memo'>): readonly NamedCall[] {
  if (invocation.program === '') return [];
  return facts.memo(invocation, 'calls', () =>
    startedBy(invocation).map((call, index) => ({
      ...call,
      names: namesOf(call.program, index === 0 ? invocation.path : ''),
    })),
  );
}

function matchCalls(pattern: CommandPattern, calls: readonly NamedCall[], wrappers: readonly string[]): Truth {
  if (isBare(pattern) && wrappers.some((name) => fitsAny(pattern.program, name))) return true;
  const fitting = calls.filter(({ names }) => names.some((name) => fitsAny(pattern.program, name)));
  return or(fitting.map((call) => matchArguments(pattern, call)));
}

/** `sudo *` also means whatever sudo starts. */
function isBare(pattern: CommandPattern): boolean {
  return pattern.flags.length === 0 && pattern.without.length === 0 && pattern.words.every((word) => word[0] === '*');
}

function matchArguments(pattern: CommandPattern, { program: name, argv }: Started): Truth {
  const program = findProgram(name);
  const { operands: written } = splitArguments(program, argv);
  const optionTables = optionsOf(program, written[0]?.text ?? '');
  const { flags: separate, operands } = splitArguments(program, spelledApart(argv, pattern, optionTables));
  const flags = [...separate, ...joinedFlags(argv, pattern, optionTables)];
  const isOpen = argv.some((word) => word.dynamic);
  const inForce = flags.filter((flag, at) => isInForce(flag, flags.slice(at + 1)));
  // A pattern that names a value means just that word.
  const meant = (option: string) => (/[=*]/.test(option) ? flags : inForce);
  const has = (options: readonly string[]) =>
    options.some((option) => hasFlag(option, meant(option), { optionTables, program }));
  const isFree = !pattern.without.some(has);
  // A missing flag or word may hide in `$ARGS`; an unwanted flag that is there is there.
  const settle = (value: boolean): Truth => (value || !isOpen ? value : 'uncertain');
  return and([
    settle(pattern.flags.every(has)),
    isFree && isOpen && pattern.without.length > 0 ? 'uncertain' : isFree,
    settle(matchWords(pattern.words, operands, program)),
  ]);
}

/** `pip3.11` also goes by pip3 and pip, `git.exe` by git. */
function namesOf(program: string, path: string): string[] {
  const plain = program.includes('.') ? program.replace(/\.(?:exe|cmd|bat)$/i, '') : program;
  const names = plain === program ? [program] : [program, plain];
  const stem = withoutVersion(plain);
  if (stem !== plain) names.push(stem, plain.replace(/(?<=\d)\.\d+$/, ''));
  if (path.includes('/')) names.push(path);
  return names;
}

function fitsAny(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => matchWord(pattern, text));
}

type Split = { flags: string[]; operands: Word[] };

export function splitArguments(program: Program | undefined, argv: readonly Word[]): Split {
  const flags: string[] = [];
  const operands: Word[] = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] as Word;
    if (word.text === '--') {
      operands.push(...argv.slice(i + 1));
      break;
    }
    if (word.text.startsWith('-') && word.text.length > 1) {
      flags.push(word.text);
      // Values of global options come before the subcommand only: `git -C x push`, but `git commit -c HEAD`.
      if (operands.length === 0 && takesNextWord(program, word.text)) i++;
    } else if (program?.skips?.test(word.text) !== true) operands.push(word);
  }
  return { flags, operands };
}

function takesNextWord(program: Program | undefined, flag: string): boolean {
  if (program === undefined || (program.subcommands === null && program.hidesValues !== true)) return false;
  return program.options.names.get(flag.replace(/^--?/, ''))?.value === 'required';
}

function matchWords(wanted: readonly string[][], operands: readonly Word[], program: Program | undefined): boolean {
  const commands = program === undefined || program.subcommands === null ? null : program.aliases;
  let at = 0;
  for (const [index, options] of wanted.entries()) {
    const isCommand = index === 0 && commands !== null;
    const candidates = isCommand ? operands.slice(0, 1) : operands.slice(at);
    const found = candidates.findIndex(
      ({ text }) => fitsAny(options, text) || (isCommand && options.some((option) => isAlias(option, text, commands))),
    );
    if (found < 0) return false;
    at += found + 1;
  }
  return true;
}

function isAlias(option: string, text: string, aliases: ReadonlyMap<string, string>): boolean {
  return (aliases.get(option) ?? option) === (aliases.get(text) ?? text);
}
