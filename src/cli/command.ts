import { parseArgs } from 'node:util';
import { nearest } from '../protocol/text/did-you-mean.ts';

/** What a value can be, for the completion in a shell: words, or something that is looked up when it is asked for. */
export type Completes =
  | readonly string[]
  | 'files'
  | 'directories'
  | 'commands'
  | 'packs'
  | 'topics'
  | 'traps'
  | 'recipes'
  | 'rules'
  | 'events'
  | 'agents'
  | 'records';

/** An option as people see it in `--help`, and as `parseArgs` needs it. */
export interface Option {
  type: 'string' | 'boolean';
  multiple?: boolean;
  short?: string;
  /** The placeholder for the value in the help: `FILE`, `DIR`, `user|project|local`. Completion uses it unless `completes` is set. */
  value?: string;
  completes?: Completes;
  help: string;
}

export interface CommandInput<O extends Record<string, Option>> {
  values: {
    [K in keyof O]?: O[K]['type'] extends 'boolean' ? boolean : O[K]['multiple'] extends true ? string[] : string;
  };
  positionals: string[];
}

/** Where the overview lists a command. */
export type CommandGroup = 'write' | 'try' | 'install' | 'look-back';

interface CommandExample {
  run: string;
  shows: string;
  /** It changes nothing outside the directory it runs in and ends without input: `test/gates` really runs it. */
  harmless?: true;
}

/** What `hookctl` is made of, for the commands that speak of other commands. */
export interface HookctlProgram {
  version: string;
  commands: Readonly<Record<string, () => Promise<Command>>>;
}

export interface Command<O extends Record<string, Option> = Record<string, Option>> {
  name: string;
  group: CommandGroup;
  summary: string;
  /** What follows the command's name in the usage line. */
  usage: string;
  about?: string;
  options: O;
  /** Its arguments may be a command line that was not put in quotes: after its first word, only our own long options are ours. */
  takesCommandLine?: true;
  /** How many arguments without a dash are taken. */
  maxPositionals: number;
  /** What each of them can be; the last one holds for all that follow. Without it the usage line tells. */
  arguments?: readonly Completes[];
  examples: CommandExample[];
  /** What `--json` prints, as a sketch of the object; the option's help says it in a line. */
  json?: string;
  /** What the exit codes mean here, where that is more than 0 fine, 1 findings, 2 wrong use. */
  exitCodes?: Partial<Record<0 | 1 | 2, string>>;
  /** Other commands, or pages below `docs/` (`policy.md`). */
  seeAlso?: readonly string[];
  /**
   * What a call of it changes for the guard: its policy, settings, trust, state or audit trail. Such a call is refused below an agent, before `run`.
   * `nothing`: an agent may use every form of it. Otherwise null means a call that changes nothing (`--print`, no `--out`).
   */
  changes: 'nothing' | ((input: CommandInput<O>) => string | null);
  /** Returns the exit code: 0 fine, 1 findings, 2 wrong use. */
  run(input: CommandInput<O>, program: HookctlProgram): Promise<number>;
}

export function defineCommand<const O extends Record<string, Option>>(command: Command<O>): Command {
  return command as unknown as Command;
}

/** Wrong use of the command line: one line for people, then the usage; exit code 2. */
export class UsageError extends Error {}

/** The command line is right, but what it names cannot be used: no such file, a payload that is not JSON. One line for people; exit code 2. */
export class InputError extends Error {}

/** Unknown options are errors: a mistyped flag must not be ignored in a tool that checks others for silence. */
export function parseCommandLine(command: Command, args: string[]): CommandInput<Record<string, Option>> {
  const options = Object.fromEntries(
    Object.entries({ ...command.options, help: HELP }).map(([name, { type, multiple, short }]) => [
      name,
      { type, ...(multiple === true ? { multiple } : {}), ...(short === undefined ? {} : { short }) },
    ]),
  );
  const { own, words } = command.takesCommandLine === true ? splitLine(args, options) : { own: args, words: [] };
  try {
    const parsed = parseArgs({ args: own, options, allowPositionals: true, strict: true });
    parsed.positionals.push(...words);
    if (parsed.positionals.length > command.maxPositionals) {
      throw new UsageError(`unexpected argument "${parsed.positionals[command.maxPositionals]}"`);
    }
    return parsed as CommandInput<Record<string, Option>>;
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(explain((error as Error).message, Object.keys(options)));
  }
}

/** Is the help of this command asked for, and not of a command in its arguments? */
export function asksForHelp({ takesCommandLine }: Command, args: readonly string[]): boolean {
  const first = takesCommandLine === true ? args.findIndex((arg) => !arg.startsWith('-')) : -1;
  return (
    args.slice(0, first < 0 ? undefined : first).some((arg) => arg === '--help' || arg === '-h') ||
    args.at(-1) === '--help'
  );
}

type ParsedOptions = Record<string, { type: Option['type']; short?: string }>;

/** `--json ls -la --pack git` → our own `--json --pack git`, and the words `ls -la`. A first word with a blank in it is a whole command in quotes. */
function splitLine(args: readonly string[], options: ParsedOptions): { own: string[]; words: string[] } {
  const own: string[] = [];
  const words: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (arg === '--' && words.length === 0) return { own, words: args.slice(i + 1) };
    const isLine = words.length > 0 && !/\s/.test(words[0] ?? '');
    const [name = ''] = arg.startsWith('--') ? arg.slice(2).split('=', 1) : [];
    const optionRow = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!arg.startsWith('-') || arg === '-' || (isLine && optionRow === undefined)) words.push(arg);
    else {
      own.push(arg);
      const short = Object.values(options).find((option) => arg === `-${option.short}`);
      if ((optionRow ?? short)?.type === 'string' && !arg.includes('=') && i + 1 < args.length)
        own.push(args[++i] ?? '');
    }
  }
  return { own, words };
}

export const HELP: Option = { type: 'boolean', short: 'h', help: 'Show this help.' };

/** The first sentence of Node's message, and what was perhaps meant. */
function explain(message: string, options: string[]): string {
  const sentence = message.split(/\. |\n/, 1)[0] ?? message;
  const unknown = /Unknown option '--?([^']+)'/.exec(sentence)?.[1];
  const near = unknown === undefined ? null : nearest(unknown, options);
  if (near !== null) return `${sentence}; did you mean "--${near}"?`;
  return unknown === undefined ? sentence : `${sentence}; --help lists the options`;
}
