import type { Call, Machine } from '../../run/machine.ts';
import { launch, type Launches } from './start/launch.ts';
import type { Loads } from '../../files/loaded-files.ts';
import type { TaskFiles } from './tasks/task-files.ts';
import type { ProgramKind } from './kinds.ts';
import { defineOptions, type Options, type Parsed } from './options.ts';

/** What a program is for, as far as guesses about unknown arguments need it. */
export type Role =
  | ProgramKind
  | 'removes'
  | 'disk'
  | 'git'
  | 'batch'
  | 'launcher'
  | 'packages'
  | 'container'
  | 'prints';

/** What a program does. Returns what it prints where that is known; undefined means "something, unknown". */
export type Effects = (call: Call, machine: Machine, parsed: Parsed) => string | undefined | void;

export type Definition = {
  /** Separated by blanks. */
  names: string;
  /** Further names that no list can hold: `mkfs.anything`. */
  namePattern?: RegExp;
  /** Is often called with a version after its name: `python3.11`, `gcc-12`. Shells and interpreters always may be. */
  versioned?: boolean;
  kind?: ProgramKind;
  /** The kind, unless it says otherwise. */
  role?: Role;
  /** As in options.ts. Of a program with subcommands: those in front of the subcommand. */
  options?: string | Options;
  /** Long options have one dash: `find -delete`, `java -jar`. */
  oneDash?: boolean;
  /** The first operand is a command: `git push`. For each command its options, as far as we know them; `*` for all others. */
  subcommands?: Readonly<Record<string, Options>> | null;
  /** Arguments before the subcommand that are not the subcommand: `cargo +nightly build`. */
  skips?: RegExp;
  /** Values of options in front are no words for a `runs:` pattern, as with subcommands: `pkill -u hookctl` names a user. */
  hidesValues?: boolean;
  /** Other words for subcommands: `i=install`. */
  aliases?: string;
  /** Starts another program that its words name; without `effects` it does nothing else. */
  launches?: Launches;
  /** Files of settings that become variables of what it runs. */
  loads?: Loads;
  /** Does nothing worth a rule but start the program it names: an `allow` rule on that program covers it, too. */
  isHarmlessWrapper?: true;
  /** Is also known by the file it is in, as a path or a name: `node ./hookctl.mjs`. */
  files?: RegExp;
  /** Starts the script that is its first operand, also after this word (`bun run`), unless an option holds the code: `node -e code`. */
  runsScript?: string;
  codeOptions?: readonly string[];
  /** `-m` names a tool, after this word: `python -m pytest` is pytest, `coverage run -m pytest` as well. */
  modulesBehind?: string;
  /** Runs scripts of package.json: `npm run test` is `npm test`. */
  runsPackageScripts?: boolean;
  /** Runs commands that files of the project give names to. */
  tasks?: TaskFiles;
  /** Only talks about the programs its words name, or carries them to another machine. */
  isTalker?: boolean;
  /** `sends`: arguments of an upload to another machine. `fetches`: arguments of a download to standard output. */
  sends?: RegExp;
  fetches?: RegExp;
  /** Words that clone a repository: its name, and the directory if one is given. */
  clones?: RegExp;
  /** Settings on the command line (`--config name=value`) whose value a shell starts: the pattern's group. */
  startsBySetting?: RegExp;
  /** Words that bring files of the work tree to another state: those that are named after `revert` and `restore`, otherwise any. */
  changesTree?: RegExp;
  effects?: Effects;
  /**
   * Stated for programs whose effects need no code. `nothing`: it only shows something. `service`: it speaks to a service elsewhere. `own`: it works on a
   * state of its own, such as a repository or a virtual machine. With the last two, words that look like files are read.
   */
  does?: 'nothing' | 'service' | 'own';
};

export type Program = Omit<Definition, 'names' | 'options' | 'subcommands' | 'aliases' | 'kind' | 'role'> & {
  names: readonly string[];
  kind: ProgramKind;
  role: Role;
  options: Options;
  /** Null where the first operand is no command. */
  subcommands: ReadonlyMap<string, Options> | null;
  aliases: ReadonlyMap<string, string>;
};

const NO_ALIASES: ReadonlyMap<string, string> = new Map();

/** Everything we know about a program, for the analysis and for `runs:` patterns alike. `findProgram` completes it. */
export function defineProgram(definition: Definition): Definition {
  return definition;
}

/** A definition with its defaults, its texts taken apart. */
export function programOf(definition: Definition): Program {
  const { kind = 'other', role = kind, options = '', subcommands = null, aliases = '', launches } = definition;
  const program: Program = {
    ...definition,
    names: namesOf(definition),
    kind,
    role,
    options: typeof options === 'string' ? defineOptions(options) : options,
    subcommands: subcommands === null ? null : new Map(Object.entries(subcommands)),
    aliases:
      aliases === '' ? NO_ALIASES : new Map(aliases.split(' ').map((pair) => pair.split('=') as [string, string])),
  };
  if (definition.effects !== undefined || launches === undefined) return program;
  return { ...program, effects: (call, machine) => launch(call, machine, program) };
}

export function namesOf({ names }: Definition): string[] {
  return names.split(' ');
}
