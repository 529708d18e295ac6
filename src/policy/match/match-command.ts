import type { Invocation, Word } from '../../shell/index.ts';
import type { Program } from '../../shell/programs/support/define-program.ts';
import { findProgram, withoutVersion } from '../../shell/programs/support/find-program.ts';
import type { Options } from '../../shell/programs/support/options.ts';
import { type Started, startedBy } from '../../shell/programs/support/started-by.ts';
import { and, or, type Truth } from '../truth.ts';
import type { EventFacts } from '../judge/event-facts.ts';
import type { CommandPattern } from '../language/command-pattern.ts';
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
    options.some((option) => hasFlag(option, meant(option), optionTables, program));
  const isFree = !pattern.without.some(has);
  // A missing flag or word may hide in `$ARGS`; an unwanted flag that is there is there.
  const settle = (value: boolean): Truth => (value || !isOpen ? value : 'uncertain');
  return and([
    settle(pattern.flags.every(has)),
    isFree && isOpen && pattern.without.length > 0 ? 'uncertain' : isFree,
    settle(matchWords(pattern.words, operands, program)),
  ]);
}

/** `--dry-run=false` is not given, and neither is a switch that `--no-…` takes back. */
function isInForce(flag: string, later: readonly string[]): boolean {
  if (/^--?[\w-]+=(?:false|no|0|none|off)$/i.test(flag)) return false;
  return !flag.startsWith('--') || !later.includes(`--no-${flag.slice(2)}`);
}

/** `--message=x` and `-mx` are `-m x`, for the options that the pattern names: `git commit -m *`. */
function spelledApart(
  argv: readonly Word[],
  { flags }: CommandPattern,
  optionTables: readonly Options[],
): readonly Word[] {
  if (flags.length === 0 || optionTables.length === 0) return argv;
  const plain = flags.flat().filter((flag) => !flag.includes('='));
  const wanted = new Set(plain.flatMap((flag) => namesIn(flag).map((name) => canonical(name, optionTables) ?? name)));
  const end = argv.findIndex(({ text }) => text === '--');
  return argv.flatMap((word, index) => {
    const parts = end < 0 || index < end ? attachedValue(word.text, optionTables) : null;
    return parts === null || !wanted.has(parts.option)
      ? [word]
      : [
          { ...word, text: parts.flag },
          { ...word, text: parts.value },
        ];
  });
}

/** `--cap-add ALL` is `--cap-add=ALL`, for patterns that name a value. */
function joinedFlags(
  argv: readonly Word[],
  { flags, without }: CommandPattern,
  optionTables: readonly Options[],
): string[] {
  if (![...flags, ...without].flat().some((flag) => flag.includes('='))) return [];
  return argv.flatMap(({ text }, index) => {
    const value = argv[index + 1]?.text;
    const isOption = text.startsWith('--') && !text.includes('=') && valued(text.slice(2), optionTables) !== undefined;
    return isOption && value !== undefined ? [`${text}=${value}`] : [];
  });
}

/** The letters of `-am`, or the name of `--all`. */
function namesIn(flag: string): string[] {
  return flag.startsWith('--') ? [nameIn(flag)] : flag.slice(1).split('');
}

function attachedValue(
  text: string,
  optionTables: readonly Options[],
): { option: string; flag: string; value: string } | null {
  const equals = text.indexOf('=');
  if (text.startsWith('--')) {
    const option = equals < 0 ? undefined : valued(text.slice(2, equals), optionTables);
    return option === undefined ? null : { option, flag: text.slice(0, equals), value: text.slice(equals + 1) };
  }
  // `-include` of gcc is one word.
  if (!text.startsWith('-') || canonical(text.slice(1), optionTables) !== undefined) return null;
  for (let at = 1; at < text.length - 1; at++) {
    const option = valued(text.charAt(at), optionTables);
    if (option !== undefined) return { option, flag: text.slice(0, at + 1), value: text.slice(at + 1) };
  }
  return null;
}

/** The option of this name, if it needs a value. */
function valued(name: string, optionTables: readonly Options[]): string | undefined {
  const option = optionTables.map(({ names }) => names.get(name)).find((one) => one !== undefined);
  return option?.value === 'required' ? option.name : undefined;
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

/** The options that count for a command line: those of its subcommand, then those of the program. */
function optionsOf(program: Program | undefined, word: string): Options[] {
  if (program === undefined) return [];
  const { aliases, options, subcommands } = program;
  const behind = subcommands?.get(aliases.get(word) ?? word) ?? subcommands?.get('*');
  return behind === undefined ? [options] : [behind, options];
}

function canonical(name: string, optionTables: readonly Options[]): string | undefined {
  for (const { names } of optionTables) {
    const option = names.get(name);
    if (option !== undefined) return option.name;
  }
  return undefined;
}

function isSame(a: string, b: string, optionTables: readonly Options[]): boolean {
  return (canonical(a, optionTables) ?? a) === (canonical(b, optionTables) ?? b);
}

function hasFlag(
  wanted: string,
  flags: readonly string[],
  optionTables: readonly Options[],
  program?: Program,
): boolean {
  if (wanted.startsWith('--') || program?.oneDash === true || wanted.includes('=') || wanted.includes('*'))
    return flags.some((flag) => fitsLong(wanted, flag, optionTables));
  // `-rf` asks for both letters, in whatever way they are written.
  if (flags.includes(wanted)) return true;
  return wanted
    .slice(1)
    .split('')
    .every((letter) => flags.some((flag) => hasLetter(letter, flag, optionTables)));
}

function fitsLong(wanted: string, flag: string, optionTables: readonly Options[]): boolean {
  if (flag === wanted || matchWord(wanted, flag)) return true;
  if (wanted.includes('=')) return false;
  const name = wanted.replace(/^--?/, '');
  const written = nameIn(flag);
  if (isSame(written, name, optionTables) && (flag.startsWith('--') || written.length === 1)) return true;
  if (!flag.startsWith('--')) return name.length > 1 && flag.length > 2 && hasLetter(name, flag, optionTables);
  return abbreviates(written, name, optionTables);
}

function hasLetter(letter: string, flag: string, optionTables: readonly Options[]): boolean {
  if (!flag.startsWith('--'))
    return flag
      .slice(1)
      .split('')
      .some((one) => isSame(one, letter, optionTables));
  const written = nameIn(flag);
  if (isSame(written, letter, optionTables)) return true;
  const group = canonical(letter, optionTables);
  return optionTables.some(({ names }) =>
    [...names].some(([name, option]) => option.name === group && abbreviates(written, name, optionTables)),
  );
}

function nameIn(flag: string): string {
  const equals = flag.indexOf('=');
  return (equals < 0 ? flag : flag.slice(0, equals)).replace(/^--?/, '');
}

/** GNU programs take `--rec` for `--recursive`. */
function abbreviates(written: string, name: string, optionTables: readonly Options[]): boolean {
  const isKnown = canonical(name, optionTables) !== undefined && canonical(written, optionTables) === undefined;
  return written.length >= 3 && isKnown && name.startsWith(written);
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
