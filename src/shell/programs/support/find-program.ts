import { PROGRAMS } from '../index.ts';
import type { Program } from './define-program.ts';

const BY_NAME: ReadonlyMap<string, Program> = new Map(
  PROGRAMS.flatMap((program) => program.names.map((name) => [name, program] as const)),
);
const BY_PATTERN = PROGRAMS.filter(({ namePattern }) => namePattern !== undefined);
const BY_FILE = PROGRAMS.filter(({ files }) => files !== undefined);

/** What we know about a program; `python3.11` is python. */
export function findProgram(name: string): Program | undefined {
  return (
    BY_NAME.get(name) ??
    BY_NAME.get(withoutVersion(name)) ??
    BY_PATTERN.find(({ namePattern }) => namePattern?.test(name) === true)
  );
}

/** `python3.11` → `python`, `gcc-12` → `gcc`; only of programs that are known to be called so: `ls2` is not `ls`. */
export function withoutVersion(name: string): string {
  const last = name.charCodeAt(name.length - 1);
  if (last < 48 || last > 57) return name;
  const stem = name.replace(/-?\d[\d.]*$/, '');
  const program = BY_NAME.get(stem);
  const carriesOne = program?.versioned ?? (program?.kind === 'shell' || program?.kind === 'interpreter');
  return carriesOne ? stem : name;
}

/** The analysis knows what the program does. */
export function isDescribed(name: string): boolean {
  return findProgram(name)?.effects !== undefined;
}

/** The program that a file holds: `/opt/hookctl.mjs`. */
export function programOfFile(path: string): string | undefined {
  return BY_FILE.find(({ files }) => files?.test(path) === true)?.names[0];
}

/** Every name a pattern may be meant for: of programs whose effects, commands or files we know. */
export const NAMED_PROGRAMS: readonly string[] = PROGRAMS.filter(
  ({ effects, subcommands, files }) => effects !== undefined || subcommands !== null || files !== undefined,
).flatMap(({ names }) => names);
