import { type Command, type Completes, HELP, type Option, type HookctlProgram } from '../command.ts';
import { SOURCES } from './sources.ts';

export interface Candidate {
  value: string;
  about?: string;
}

/** What may replace the word under the cursor. */
export interface Completion {
  /** The shell itself knows how to complete files. */
  kind: 'words' | 'files' | 'directories';
  candidates: Candidate[];
}

const NOTHING: Completion = { kind: 'words', candidates: [] };

/** `words`: all after `hookctl`, up to the cursor; the last one is being typed and may be empty. */
export async function complete(words: readonly string[], program: HookctlProgram): Promise<Completion> {
  const current = words.at(-1) ?? '';
  const [name, ...before] = words.slice(0, -1);
  const found =
    name === undefined ? await firstWord(program, current) : await inCommand(program, name, before, current);
  return { ...found, candidates: found.candidates.filter(({ value }) => value.startsWith(current)) };
}

async function firstWord(program: HookctlProgram, current: string): Promise<Completion> {
  if (!current.startsWith('-')) return words(await SOURCES.commands(program));
  return words([
    { value: '--help', about: HELP.help },
    { value: '--version', about: 'Show the version.' },
  ]);
}

async function inCommand(
  program: HookctlProgram,
  name: string,
  before: string[],
  current: string,
): Promise<Completion> {
  const load = Object.hasOwn(program.commands, name) ? program.commands[name] : undefined;
  if (load === undefined) return NOTHING;
  const command = await load();
  const options: Record<string, Option> = { ...command.options, help: HELP };
  const seen = readWords(options, before);
  if (seen.waiting !== null) return valueOf(completesOf(seen.waiting), program);
  if (seen.onlyArguments) return argument(command, seen.arguments, program);
  const inline = /^--([^=]+)=/.exec(current);
  if (inline !== null) {
    const option = Object.hasOwn(options, inline[1] ?? '') ? options[inline[1] ?? ''] : undefined;
    if (option?.type !== 'string') return NOTHING;
    const { kind, candidates } = await valueOf(completesOf(option), program);
    return { kind, candidates: candidates.map((one) => ({ ...one, value: `${inline[0]}${one.value}` })) };
  }
  if (!current.startsWith('-')) return argument(command, seen.arguments, program);
  const open = Object.entries(options).filter(([key, { multiple }]) => multiple === true || !seen.options.has(key));
  return words(open.map(([key, { help }]) => ({ value: `--${key}`, about: help })));
}

/** What the words before the cursor have used up. */
function readWords(options: Record<string, Option>, before: readonly string[]) {
  const seen = new Set<string>();
  let waiting: Option | null = null;
  let count = 0;
  let onlyArguments = false;
  for (const word of before) {
    if (waiting !== null) waiting = null;
    else if (onlyArguments || !word.startsWith('-') || word === '-') count++;
    else if (word === '--') onlyArguments = true;
    else {
      const [key = '', value] = spelledLong(options, word).split('=', 2);
      seen.add(key);
      const option = Object.hasOwn(options, key) ? options[key] : undefined;
      if (option?.type === 'string' && value === undefined) waiting = option;
    }
  }
  return { options: seen, waiting, arguments: count, onlyArguments };
}

function spelledLong(options: Record<string, Option>, word: string): string {
  if (word.startsWith('--')) return word.slice(2);
  const letter = word.slice(-1);
  return Object.entries(options).find(([, { short }]) => short === letter)?.[0] ?? '';
}

async function argument(command: Command, index: number, program: HookctlProgram): Promise<Completion> {
  if (index >= command.maxPositionals) return NOTHING;
  const argumentKinds = command.arguments;
  if (argumentKinds !== undefined)
    return valueOf(argumentKinds[Math.min(index, argumentKinds.length - 1)] ?? null, program);
  const withoutOptions = command.usage.replace(/-{1,2}[a-z-]+ \S+/g, '');
  return valueOf(byPlaceholder(withoutOptions), program);
}

function completesOf({ completes, value }: Option): Completes | null {
  return completes ?? byPlaceholder(value ?? '');
}

/** `FILE|-`, `DIR`, `user|project|local`: what the help shows instead of a value says what the value can be. */
function byPlaceholder(text: string): Completes | null {
  if (/\bFILE\b/.test(text)) return 'files';
  if (/\bDIR\b/.test(text)) return 'directories';
  return /^[a-z][a-z0-9-]*(?:\|[a-z][a-z0-9-]*)+$/.test(text) ? text.split('|') : null;
}

async function valueOf(completes: Completes | null, program: HookctlProgram): Promise<Completion> {
  if (completes === null) return NOTHING;
  if (completes === 'files' || completes === 'directories') return { kind: completes, candidates: [] };
  if (typeof completes !== 'string') return words(completes.map((value) => ({ value })));
  return words(await SOURCES[completes](program));
}

function words(candidates: Candidate[]): Completion {
  return { kind: 'words', candidates };
}
