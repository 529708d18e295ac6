import type { Call, Here, Machine } from './machine.ts';
import { branch, type Scope } from './scope.ts';
import type { Role } from '../programs/support/define-program.ts';
import { findProgram, isDescribed } from '../programs/support/find-program.ts';
import { namesReached } from '../programs/support/names-reached.ts';
import { emptied, hasUnknown, isUnknownCode, withValue } from '../expand/unknown.ts';
import type { Field } from '../expand/words.ts';

/**
 * What else a command's words may say. bash takes an unset variable as nothing, so `$x rm` may be `rm` and `--fo${x}rce` may be `--force`;
 * a pattern in the program's name may reach any program that fits. Each reading is judged beside the first one.
 */
export function otherReadings(machine: Machine, fields: readonly Field[], assumed: boolean): Field[][] {
  const [first] = fields;
  if (first === undefined) return [];
  if (!hasUnknown(first.text) && first.glob) return patternReadings(first, fields.slice(1));
  const readings: Field[][] = [];
  for (const as of ['empty', 'otherwise'] as const) {
    const reading = hasUnknown(first.text)
      ? withoutUnknownProgram(machine, fields, as)
      : assumed
        ? undefined
        : withoutUnknownArguments(machine, fields, as);
    if (reading !== undefined && !readings.some((other) => isSame(other, reading))) readings.push(reading);
  }
  if (assumed) return readings;
  const meant = isPrinted(machine, first.text) ? programFor(fields.slice(1).map(({ text }) => text)) : undefined;
  if (meant !== undefined) readings.push([{ text: meant, glob: false }, ...fields.slice(1)]);
  for (let way = 0; ; way++) {
    const reading = onWay(machine, fields, way);
    if (reading === undefined) return readings;
    if (reading.length > 0 && !readings.some((other) => isSame(other, reading))) readings.push(reading);
  }
}

/** The program's name is what another program prints, and nothing else: `$(node -p …) -rf /x`. Nobody writes a name that way for others to read. */
function isPrinted(machine: Machine, word: string): boolean {
  return word.length === 1 && isUnknownCode(word.charCodeAt(0)) && /^\$\(|^`/.test(machine.render(word));
}

/** Programs that destroy, by words that only they have. */
function programFor(args: readonly string[]): string | undefined {
  const [first = ''] = args;
  if (/^(?:reset|clean|push|checkout|restore|branch|stash)$/.test(first)) return 'git';
  if (args.some((arg) => arg.startsWith('of='))) return 'dd';
  if (args.some((arg) => /^-[a-zA-Z]*[rRf][a-zA-Z]*$/.test(arg)) && args.some((arg) => !arg.startsWith('-')))
    return 'rm';
  return undefined;
}

/** The words as they are on one of the ways to this point. bash cuts a value at its blanks unless it is quoted. */
function onWay(machine: Machine, fields: readonly Field[], way: number): Field[] | undefined {
  let isThere = false;
  const words = fields.flatMap((field) => {
    const text = withValue(machine.unknowns, field.text, way);
    if (text === undefined) return [field];
    isThere = true;
    const isWhole = isUnknownCode(field.text.charCodeAt(0)) && field.text.length === 1;
    const parts = isWhole ? text.split(/\s+/).filter((part) => part !== '') : [text];
    return parts.map((part) => ({ ...field, text: part }));
  });
  return isThere ? words : undefined;
}

function patternReadings(first: Field, rest: readonly Field[]): Field[][] {
  const slash = first.text.lastIndexOf('/');
  const directory = first.text.slice(0, slash + 1);
  return namesReached(first.text.slice(slash + 1), slash >= 0).map((name) => [
    { text: directory + name, glob: false },
    ...rest,
  ]);
}

/** The program's word without its unknown parts; where nothing is left of it, the next word is the program. */
function withoutUnknownProgram(
  machine: Machine,
  fields: readonly Field[],
  as: 'empty' | 'otherwise',
): Field[] | undefined {
  const cleaned = fields.map((field, i) =>
    i === 0 || isSplit(machine, field.text) ? { ...field, text: emptied(machine.unknowns, field.text, as) } : field,
  );
  const words = cleaned[0]?.text === '' ? cleaned.slice(1) : cleaned;
  const program = words[0]?.text ?? '';
  if (program === fields[0]?.text || program === '' || /^[-/]?$|^-/.test(program)) return undefined;
  // Blanks come from `${x:+rm -rf}`: bash cuts the value there.
  const parts = program.split(/\s+/).filter((part) => part !== '');
  return [...parts.map((text) => ({ text, glob: false })), ...words.slice(1)];
}

/** Tools whose first word says what they do; for others an unknown first word is most likely a file. */
const BY_FIRST_WORD: ReadonlySet<Role> = new Set<Role>([
  'git',
  'container',
  'packages',
  'shell',
  'interpreter',
  'launcher',
  'privilege',
]);

function withoutUnknownArguments(
  machine: Machine,
  fields: readonly Field[],
  as: 'empty' | 'otherwise',
): Field[] | undefined {
  const [first, ...args] = fields;
  if (first === undefined || !args.some((field) => hasUnknown(field.text))) return undefined;
  const program = findProgram(first.text.slice(first.text.lastIndexOf('/') + 1));
  if (program?.role === 'prints') return undefined;
  let changed = false;
  let from = 0;
  if (program?.effects === undefined || BY_FIRST_WORD.has(program.role)) {
    while (from < args.length && isWhollyUnknown(machine, args[from]?.text ?? '')) from++;
    changed = from > 0 && from < args.length;
    if (!changed) from = 0;
  }
  const rest = args.slice(from).map((field) => {
    if (!isSplit(machine, field.text)) return field;
    changed = true;
    return { ...field, text: emptied(machine.unknowns, field.text, as) };
  });
  return changed ? [first, ...rest] : undefined;
}

/** An unknown value inside an option or between two letters: the only reason to build a name that way is to hide it. */
function isSplit(machine: Machine, text: string): boolean {
  if (!hasUnknown(text)) return false;
  const rest = emptied(machine.unknowns, text);
  if (rest === text || !/[A-Za-z]/.test(rest)) return false;
  if (rest.startsWith('-')) return !/^[^\uf600-\uf8ef]*=/.test(text);
  return /[A-Za-z][\uf600-\uf8ef]+[A-Za-z]/.test(text);
}

function isWhollyUnknown(machine: Machine, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isUnknownCode(text.charCodeAt(i))) return false;
  return text !== '' && emptied(machine.unknowns, text) === '';
}

function isSame(a: readonly Field[], b: readonly Field[]): boolean {
  return a.length === b.length && a.every((field, i) => field.text === b[i]?.text);
}

/** True for a reading worth following: a program we know something about, or one that the text itself defines. */
export function isWorthRunning(program: string): boolean {
  return isDescribed(program);
}

/** The same command once more: what it does counts, and what it leaves behind in the shell does not. */
export function asSecondReading(machine: Machine, call: Call): Call {
  const { frame, io, scope } = call;
  return {
    ...call,
    scope: branch(machine, scope),
    frame: { ...frame, assumed: true, depth: frame.depth + 1 },
    io: { ...io, capture: false },
  };
}

/** A command runs in one of these directories; the first reading knows none. Commands that only change the directory follow them all (`cd.ts`). */
export function runInEachDirectory(
  machine: Machine,
  program: string,
  { scope, frame, io }: Here,
  run: (here: Here) => unknown,
): void {
  if (scope.cwd !== null || frame.assumed === true) return;
  if (machine.scriptFile !== null || program === 'cd' || !isWorthRunning(program)) return;
  for (const cwd of scope.perhaps) {
    const inner: Scope = { ...branch(machine, scope), cwd };
    run({ scope: inner, frame: { ...frame, assumed: true, depth: frame.depth + 1 }, io: { ...io, capture: false } });
  }
}
