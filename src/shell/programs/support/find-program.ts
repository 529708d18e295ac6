import { isOneOf } from '../../../protocol/text/word-list.ts';
import { baseName } from '../../files/paths.ts';
import { PROGRAMS } from '../index.ts';
import { type Definition, namesOf, type Program, programOf } from './define-program.ts';

/** A program is completed when a call of it is met: a hook knows hundreds and meets a few. */
type Entry = { definition: Definition; program: () => Program };

const ENTRIES: readonly Entry[] = PROGRAMS.map(entryOf);
const BY_NAME = entriesByName(ENTRIES);
const BY_PATTERN = ENTRIES.filter(({ definition }) => definition.namePattern !== undefined);
const BY_FILE = PROGRAMS.filter(({ files }) => files !== undefined);

/** Programs of GNU as macOS and the BSDs call them: `gsed`, `gbase64`. */
const isOfGnu = isOneOf(
  'gcat ghead gtail gtac gnl god gsplit gcsplit gcut gpaste gjoin gsort guniq gcomm gshuf gseq gwc',
  'gawk ggrep gsed gtr gfold gexpand gbase32 gbase64 gbasenc gprintf gecho gdate',
  'gcp gmv gln grm grmdir gmkdir gmktemp gunlink ginstall gdd gtruncate gtouch gshred gtar gtee',
  'gls gfind gstat gdu greadlink grealpath gchmod gchown',
  'genv gnohup gstdbuf gtimeout gxargs gmake',
);

/** What we know about a program; `python3.11` is python. */
export function findProgram(name: string): Program | undefined {
  const entry =
    BY_NAME.get(name) ??
    BY_NAME.get(withoutVersion(name)) ??
    (isOfGnu(name) ? BY_NAME.get(name.slice(1)) : undefined) ??
    BY_PATTERN.find(({ definition }) => definition.namePattern?.test(name) === true);
  return entry?.program();
}

/**
 * The name of the program that a word starts. Windows leaves out an ending, and with macOS it takes capitals for small letters: `git.exe`, `RM`. Where a
 * name is known as it is written, it is that program: `R` is not `r`.
 */
export function programIn(word: string): string {
  const name = baseName(word);
  if (!/[A-Z\\]|\.(?:exe|cmd|bat)$/.test(name) || findProgram(name) !== undefined) return name;
  const last = /^[A-Za-z]:\\/.test(word) ? name.slice(name.lastIndexOf('\\') + 1) : name;
  const plain = last.toLowerCase();
  return [plain, plain.replace(/\.(?:exe|cmd|bat)$/, '')].find((one) => findProgram(one) !== undefined) ?? name;
}

/** A program of Windows, by its whole path: blanks in it belong to names of directories. */
export function isWindowsPath(word: string): boolean {
  return /^(?:[A-Za-z]:)?[\\/].*\.(?:exe|cmd|bat)$/is.test(word) && findProgram(programIn(word)) !== undefined;
}

/** `python3.11` → `python`, `gcc-12` → `gcc`; only of programs that are known to be called so: `ls2` is not `ls`. */
export function withoutVersion(name: string): string {
  const last = name.charCodeAt(name.length - 1);
  if (last < 48 || last > 57) return name;
  const stem = name.replace(/-?\d[\d.]*$/, '');
  const definition = BY_NAME.get(stem)?.definition;
  const carriesOne = definition?.versioned ?? (definition?.kind === 'shell' || definition?.kind === 'interpreter');
  return carriesOne ? stem : name;
}

/** The analysis knows what the program does. */
export function isDescribed(name: string): boolean {
  return findProgram(name)?.effects !== undefined;
}

/** The program that a file holds: `/opt/hookctl.mjs`. */
export function programOfFile(path: string): string | undefined {
  const definition = BY_FILE.find(({ files }) => files?.test(path) === true);
  return definition === undefined ? undefined : namesOf(definition)[0];
}

/** Every name a pattern may be meant for: of programs whose effects, commands or files we know. */
export function namedPrograms(): string[] {
  return PROGRAMS.filter(
    ({ effects, launches, subcommands, files }) =>
      effects !== undefined || launches !== undefined || (subcommands ?? null) !== null || files !== undefined,
  ).flatMap(namesOf);
}

function entryOf(definition: Definition): Entry {
  let program: Program | undefined;
  return { definition, program: () => (program ??= programOf(definition)) };
}

function entriesByName(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  const byName = new Map<string, Entry>();
  for (const entry of entries) for (const name of namesOf(entry.definition)) byName.set(name, entry);
  return byName;
}
