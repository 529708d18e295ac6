import type { Word } from '../../shell/index.ts';
import type { Program } from '../../shell/programs/support/define-program.ts';
import type { Options } from '../../shell/programs/support/options.ts';
import type { CommandPattern } from '../language/command-pattern.ts';
import { matchWord } from './glob.ts';

// An option has many spellings: `-rf`, `-r -f`, `--recursive --force`, `--rec`, `-mx`, `--message=x`.

/** A program, and the options that count for a call of it (`optionsOf`). */
interface ProgramOptions {
  program: Program | undefined;
  optionTables: readonly Options[];
}

/** Is the wanted flag given, in whatever way it is written? */
export function hasFlag(wanted: string, flags: readonly string[], { program, optionTables }: ProgramOptions): boolean {
  if (wanted.startsWith('--') || program?.oneDash === true || wanted.includes('=') || wanted.includes('*'))
    return flags.some((flag) => fitsLong(wanted, flag, optionTables));
  // `-rf` asks for both letters, in whatever way they are written.
  if (flags.includes(wanted)) return true;
  return wanted
    .slice(1)
    .split('')
    .every((letter) => flags.some((flag) => hasLetter(letter, flag, optionTables)));
}

/** The options that count for a command line: those of its subcommand, then those of the program. */
export function optionsOf(program: Program | undefined, word: string): Options[] {
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

/** `--dry-run=false` is not given, and neither is a switch that `--no-…` takes back. */
export function isInForce(flag: string, later: readonly string[]): boolean {
  if (/^--?[\w-]+=(?:false|no|0|none|off)$/i.test(flag)) return false;
  return !flag.startsWith('--') || !later.includes(`--no-${flag.slice(2)}`);
}

/** `--message=x` and `-mx` are `-m x`, for the options that the pattern names: `git commit -m *`. */
export function spelledApart(
  argv: readonly Word[],
  { flags }: CommandPattern,
  optionTables: readonly Options[],
): readonly Word[] {
  if (flags.length === 0 || optionTables.length === 0) return argv;
  const plain = flags.flat().filter((flag) => !flag.includes('='));
  const wanted = new Set(plain.flatMap((flag) => namesIn(flag).map((name) => canonical(name, optionTables) ?? name)));
  const end = argv.findIndex(({ text }) => text === '--');
  const partsOf = ({ text }: Word, index: number) => {
    const parts = text.startsWith('-') && (end < 0 || index < end) ? attachedValue(text, optionTables) : null;
    return parts !== null && wanted.has(parts.option) ? parts : null;
  };
  // Long lists of files have no such word.
  if (argv.every((word, index) => partsOf(word, index) === null)) return argv;
  return argv.flatMap((word, index) => {
    const parts = partsOf(word, index);
    return parts === null ? [word] : [parts.flag, parts.value].map((text) => ({ ...word, text }));
  });
}

/** `--cap-add ALL` is `--cap-add=ALL`, for patterns that name a value. */
export function joinedFlags(
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
