import { parseArgs } from 'node:util';
import { nearest } from '../policy/did-you-mean.ts';

/** An option as people see it in `--help`, and as `parseArgs` needs it. */
export interface Option {
  type: 'string' | 'boolean';
  multiple?: boolean;
  short?: string;
  /** What stands for the value in the help: `FILE`, `DIR`. */
  value?: string;
  help: string;
}

export interface CommandInput<O extends Record<string, Option>> {
  values: {
    [K in keyof O]?: O[K]['type'] extends 'boolean' ? boolean : O[K]['multiple'] extends true ? string[] : string;
  };
  positionals: string[];
}

export interface Command<O extends Record<string, Option> = Record<string, Option>> {
  name: string;
  summary: string;
  /** What follows the command's name in the usage line. */
  usage: string;
  about?: string;
  options: O;
  /** How many arguments without a dash are taken. */
  maxPositionals: number;
  examples: { run: string; shows: string }[];
  /** Returns the exit code: 0 fine, 1 findings, 2 wrong use. */
  run(input: CommandInput<O>): Promise<number>;
}

export function defineCommand<const O extends Record<string, Option>>(command: Command<O>): Command {
  return command;
}

/** Wrong use of the command line: one line for people, exit code 2. */
export class UsageError extends Error {}

/** Unknown options are errors: a mistyped flag must not be ignored in a tool that checks others for silence. */
export function parseCommandLine(command: Command, args: string[]): CommandInput<Record<string, Option>> {
  const options = Object.fromEntries(
    Object.entries({ ...command.options, help: HELP }).map(([name, { type, multiple, short }]) => [
      name,
      { type, ...(multiple === true ? { multiple } : {}), ...(short === undefined ? {} : { short }) },
    ]),
  );
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true });
    if (parsed.positionals.length > command.maxPositionals) {
      throw new UsageError(`unexpected argument "${parsed.positionals[command.maxPositionals]}"`);
    }
    return parsed as CommandInput<Record<string, Option>>;
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(explain((error as Error).message, Object.keys(options)));
  }
}

export const HELP: Option = { type: 'boolean', short: 'h', help: 'Show this help.' };

/** The first sentence of Node's message, and what was perhaps meant. */
function explain(message: string, options: string[]): string {
  const sentence = message.split(/\. |\n/, 1)[0] ?? message;
  const unknown = /Unknown option '--?([^']+)'/.exec(sentence)?.[1];
  const near = unknown === undefined ? null : nearest(unknown, options);
  return near === null ? sentence : `${sentence}; did you mean "--${near}"?`;
}
