import type { Invocation, Word } from '../../shell/index.ts';
import type { CommandPattern } from '../language/command-pattern.ts';
import { matchWord } from './glob.ts';
import { type Started, startedBy } from './launchers.ts';
import { canonicalCommand, canonicalFlags, endsInVersion, factsOfProgram, takesValue } from './program-facts.ts';
import { and, or, type Truth } from '../conditions/truth.ts';

/** Does this invocation run what the pattern says? `uncertain` when that hangs on words only known at run time. */
export function matchCommand(pattern: CommandPattern, invocation: Invocation): Truth {
  if (invocation.program === '') return 'uncertain';
  if (isBare(pattern) && invocation.wrappers.some((name) => fitsAny(pattern.program, name))) return true;
  return or(
    startedBy(invocation).map((started, index) => matchStarted(pattern, started, index === 0 ? invocation.path : '')),
  );
}

/** `sudo *` also means whatever sudo starts. */
function isBare(pattern: CommandPattern): boolean {
  return pattern.flags.length === 0 && pattern.without.length === 0 && pattern.words.every((word) => word[0] === '*');
}

function matchStarted(pattern: CommandPattern, { program, argv }: Started, path: string): Truth {
  if (!namesOf(program, path).some((name) => fitsAny(pattern.program, name))) return false;
  const { flags, operands } = splitArguments(program, argv);
  const open = argv.some((word) => word.dynamic);
  const flagged = pattern.flags.every((options) => options.some((option) => hasFlag(option, flags, program)));
  const free = !pattern.without.some((options) => options.some((option) => hasFlag(option, flags, program)));
  const worded = matchWords(pattern.words, operands, program);
  // A missing flag or word may hide in `$ARGS`; an unwanted flag that is there is there.
  const settle = (value: boolean): Truth => (value || !open ? value : 'uncertain');
  return and([settle(flagged), free && open && pattern.without.length > 0 ? 'uncertain' : free, settle(worded)]);
}

/** `pip3.11` also goes by pip3 and pip, `git.exe` by git. */
export function namesOf(program: string, path: string): string[] {
  const plain = program.includes('.') ? program.replace(/\.(?:exe|cmd|bat)$/i, '') : program;
  const names = plain === program ? [program] : [program, plain];
  // Only names that are known to carry a version: `ls2` is not `ls`.
  const versioned = endsInVersion(plain) ? VERSIONED.exec(plain) : null;
  if (versioned !== null) names.push(versioned[1] as string, plain.replace(/(?<=\d)\.\d+$/, ''));
  if (path.includes('/')) names.push(path);
  return names;
}

const VERSIONED = /^(python|pip|pypy|node|ruby|gem|php|perl|lua|gcc|g\+\+|clang|java|bash|tclsh|luajit)-?\d[\d.]*$/;

function fitsAny(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => matchWord(pattern, text));
}

interface Split {
  flags: string[];
  operands: Word[];
}

export function splitArguments(program: string, argv: readonly Word[]): Split {
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
      // Values of global options stand before the subcommand only: `git -C x push`, but `git commit -c HEAD`.
      if (operands.length === 0 && takesValue(program, word.text)) i++;
    } else if (!(program === 'cargo' && word.text.startsWith('+'))) operands.push(word);
  }
  return { flags, operands };
}

function hasFlag(wanted: string, flags: readonly string[], program: string): boolean {
  const facts = factsOfProgram(program);
  const canonical = canonicalFlags(program);
  const same = (name: string) => canonical.get(name) ?? name;
  if (wanted.startsWith('--') || facts.oneDash === true || wanted.includes('=') || wanted.includes('*')) {
    const name = wanted.replace(/^--?/, '');
    return flags.some((flag) => fitsLong(wanted, name, flag, same, canonical));
  }
  // `-rf` asks for both letters, in whatever way they are written.
  if (flags.includes(wanted)) return true;
  return wanted
    .slice(1)
    .split('')
    .every((letter) => flags.some((flag) => hasLetter(letter, flag, same, canonical)));
}

type Same = (name: string) => string;

function fitsLong(
  wanted: string,
  name: string,
  flag: string,
  same: Same,
  canonical: ReadonlyMap<string, string>,
): boolean {
  if (flag === wanted || matchWord(wanted, flag)) return true;
  const equals = flag.indexOf('=');
  const given = (equals < 0 ? flag : flag.slice(0, equals)).replace(/^--?/, '');
  if (wanted.includes('=')) return false;
  if (same(given) === same(name) && (flag.startsWith('--') || given.length === 1)) return true;
  if (!flag.startsWith('--')) {
    return flag.length > 2 && same(name) !== name && hasLetter(same(name), flag, same, canonical);
  }
  return given === name || abbreviates(given, name, canonical);
}

function hasLetter(letter: string, flag: string, same: Same, canonical: ReadonlyMap<string, string>): boolean {
  if (flag.startsWith('--')) {
    const given = flag.slice(2).split('=')[0] ?? '';
    if (same(given) === same(letter)) return true;
    return [...canonical].some(([name, group]) => group === same(letter) && abbreviates(given, name, canonical));
  }
  return flag
    .slice(1)
    .split('')
    .some((c) => same(c) === same(letter));
}

/** GNU programs take `--rec` for `--recursive`. */
function abbreviates(given: string, name: string, canonical: ReadonlyMap<string, string>): boolean {
  return given.length >= 3 && canonical.has(name) && !canonical.has(given) && name.startsWith(given);
}

function matchWords(wanted: readonly string[][], operands: readonly Word[], program: string): boolean {
  const anchored = factsOfProgram(program).commands === true;
  let at = 0;
  for (const [index, options] of wanted.entries()) {
    const first = index === 0 && anchored;
    let found = -1;
    for (let i = at; i < operands.length && found < 0; i++) {
      if (fitsWord(options, (operands[i] as Word).text, first ? program : null)) found = i;
      if (first) break;
    }
    if (found < 0) return false;
    at = found + 1;
  }
  return true;
}

function fitsWord(options: readonly string[], text: string, program: string | null): boolean {
  if (fitsAny(options, text)) return true;
  if (program === null) return false;
  const command = canonicalCommand(program, text);
  return options.some((option) => canonicalCommand(program, option) === command);
}
