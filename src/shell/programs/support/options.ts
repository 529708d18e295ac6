/**
 * A program's options in one line: `'r,R,recursive f,force o,output= i,in-place?'`. Names in one group are equal, and any of them may be
 * asked for. `=` takes a value, `?` takes one only when attached. A `+` in front stops at the first operand, as in getopt. `--rec` finds
 * `--recursive`, as getopt_long does. `*=` says that every long option that is not named takes a value.
 * `>` after the mark says that the value is a file that the program writes, `>/` that it writes below it:
 * `o,output=> d,out-dir=>/`.
 */
export type Options = {
  /** By every spelling. */
  names: ReadonlyMap<string, Option>;
  stopsAtOperand: boolean;
};
/** `name` is the last one of its group. */
type Option = { name: string; value: 'none' | 'required' | 'attached'; writes?: 'file' | 'below' };

export type Parsed = {
  /** The options in the order in which they are written, each by the last name of its group. */
  given: readonly Given[];
  operands: string[];
  /** Operands before and after `--`, needed where the two differ (git checkout). */
  separated: { before: string[]; after: string[] | null };
  has: (name: string) => boolean;
  /** The last value given. */
  value: (name: string) => string | undefined;
  all: (name: string) => string[];
  /** True when the option was given last as itself rather than as `--no-…`. */
  on: (name: string) => boolean;
  /** Given at all, as itself or as `--no-…`. */
  mentions: (name: string) => boolean;
};

/** The line is read when the first call of the program is: a hook knows hundreds of programs and meets a few. */
export function defineOptions(text: string): Options {
  const stopsAtOperand = text.startsWith('+');
  let names: ReadonlyMap<string, Option> | undefined;
  return {
    stopsAtOperand,
    get names() {
      return (names ??= namesIn(stopsAtOperand ? text.slice(1) : text));
    },
  };
}

function namesIn(text: string): ReadonlyMap<string, Option> {
  const names = new Map<string, Option>();
  for (const entry of text.split(' ')) {
    if (entry === '') continue;
    const [word, writes] = withoutArrow(entry);
    const mark = word.at(-1);
    const value = mark === '=' ? 'required' : mark === '?' ? 'attached' : 'none';
    const spellings = (value === 'none' ? word : word.slice(0, -1)).split(',');
    const option: Option = { name: spellings.at(-1) ?? '', value, ...(writes === undefined ? {} : { writes }) };
    for (const spelling of spellings) names.set(spelling, option);
  }
  return names;
}

function withoutArrow(entry: string): [word: string, writes: Option['writes']] {
  if (entry.endsWith('>')) return [entry.slice(0, -1), 'file'];
  return entry.endsWith('>/') ? [entry.slice(0, -2), 'below'] : [entry, undefined];
}

type Given = { name: string; value: string | undefined; off: boolean };

export function parseOptions(args: readonly string[], options: Options): Parsed {
  const given: Given[] = [];
  const before: string[] = [];
  let after: string[] | null = null;
  let i = 0;
  while (i < args.length) {
    const arg = args[i] as string;
    if (arg === '--') {
      after = args.slice(i + 1);
      break;
    }
    if (isOption(arg)) {
      const read = readOption(args, i, options);
      given.push(...read.given);
      i = read.next;
      continue;
    }
    before.push(arg);
    i++;
    if (!options.stopsAtOperand) continue;
    before.push(...args.slice(i));
    break;
  }
  const canonical = (name: string) => options.names.get(name)?.name ?? name;
  const find = (name: string) => given.filter((option) => option.name === canonical(name));
  return {
    given,
    operands: after === null ? before : [...before, ...after],
    separated: { before, after },
    has: (name) => find(name).some((option) => !option.off),
    value: (name) => find(name).at(-1)?.value,
    all: (name) => find(name).flatMap((option) => (option.value === undefined ? [] : [option.value])),
    on: (name) => find(name).at(-1)?.off === false,
    mentions: (name) => find(name).length > 0,
  };
}

/** Index of the first operand at or after `from`, or the number of words. */
export function operandAt(args: readonly string[], options: Options, from: number): number {
  let at = from;
  while (at < args.length && isOption(args[at] as string)) {
    if (args[at] === '--') return at + 1;
    at = behindOption(args, options, at);
  }
  return at;
}

/** The position after an option and the word that is its value. */
export function behindOption(args: readonly string[], options: Options, at: number): number {
  return readOption(args, at, options).next;
}

/** The description names it, in full or by its beginning; of a cluster each letter. */
export function isKnownOption(word: string, options: Options): boolean {
  if (word.startsWith('--')) return findLong(word.slice(2), options) !== undefined;
  return options.names.has(word.slice(1)) || Array.from(word.slice(1)).every((letter) => options.names.has(letter));
}

function isOption(arg: string): boolean {
  return arg.length > 1 && arg.startsWith('-');
}

/** What one word gives, and the position after it and its value. */
type ReadOption = { given: readonly Given[]; next: number };

function readOption(args: readonly string[], at: number, options: Options): ReadOption {
  const arg = args[at] as string;
  return arg.startsWith('--') ? readLong(arg, args, at + 1, options) : readCluster(arg, args, at + 1, options);
}

function readLong(arg: string, args: readonly string[], next: number, options: Options): ReadOption {
  const equals = arg.indexOf('=');
  const written = equals < 0 ? arg.slice(2) : arg.slice(2, equals);
  const attached = equals < 0 ? undefined : arg.slice(equals + 1);
  const option = findLong(written, options);
  if (option === undefined) {
    const positive = written.startsWith('no-') ? findLong(written.slice(3), options) : undefined;
    const takesNext = positive === undefined && attached === undefined && options.names.has('*');
    const value = takesNext ? args[next] : attached;
    const given = { name: positive?.name ?? written, value, off: positive !== undefined };
    return { given: [given], next: takesNext ? next + 1 : next };
  }
  if (option.value === 'required' && attached === undefined) return withNext(option, args, next);
  return { given: [{ name: option.name, value: attached, off: false }], next };
}

/** An option whose value is the next word. */
function withNext({ name }: Option, args: readonly string[], next: number): ReadOption {
  return { given: [{ name, value: args[next], off: false }], next: next + 1 };
}

function findLong(written: string, { names }: Options): Option | undefined {
  if (written.length < 2) return undefined;
  const exact = names.get(written);
  if (exact !== undefined) return exact;
  const fitting = new Set<Option>();
  for (const [name, option] of names) if (name.length > 1 && name.startsWith(written)) fitting.add(option);
  const [only, another] = fitting;
  return another === undefined ? only : undefined;
}

/** `tar -xz` means `-x -z`, although tar also has `--xz`: each letter is a switch without a value, and `--xz` has a short form, `-J`. */
function isCluster(word: string, whole: Option, { names }: Options): boolean {
  const hasLetter = [...names].some(([name, option]) => option === whole && name.length === 1);
  return hasLetter && [...word].every((letter) => names.get(letter)?.value === 'none');
}

function readCluster(arg: string, args: readonly string[], next: number, options: Options): ReadOption {
  const whole = options.names.get(arg.slice(1));
  // Single-dash words of find, gcc, java: `-name x`.
  if (whole !== undefined && arg.length > 2 && !isCluster(arg.slice(1), whole, options)) {
    if (whole.value === 'required') return withNext(whole, args, next);
    return { given: [{ name: whole.name, value: undefined, off: false }], next };
  }
  const equals = arg.indexOf('=');
  const long = equals > 2 ? options.names.get(arg.slice(1, equals)) : undefined;
  if (long !== undefined) return { given: [{ name: long.name, value: arg.slice(equals + 1), off: false }], next };
  const given: Given[] = [];
  for (let at = 1; at < arg.length; at++) {
    const letter = arg.charAt(at);
    const option = options.names.get(letter);
    const takesRest = option?.value === 'required' || option?.value === 'attached';
    if (option === undefined || !takesRest) {
      given.push({ name: option?.name ?? letter, value: undefined, off: false });
      continue;
    }
    const rest = arg.slice(at + 1);
    const takesNext = rest === '' && option.value === 'required';
    const value = rest === '' ? (takesNext ? args[next] : undefined) : rest;
    given.push({ name: option.name, value, off: false });
    return { given, next: takesNext ? next + 1 : next };
  }
  return { given, next };
}
