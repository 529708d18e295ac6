import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import picomatch from 'picomatch';
import { analyse, paths } from '../../../src/shell/index.ts';

export const isRoot = process.getuid?.() === 0;
export const NOBODY = 65_534;

/** What bash itself knows: builtins and keywords. */
const OWN = new Set(spawnSync('bash', ['-c', 'compgen -bk'], { encoding: 'utf8' }).stdout.split('\n'));
const DIRECTORIES = (process.env['PATH'] ?? '').split(delimiter);

/** The first program that the command would start and this machine does not have. */
export function missingProgram(command: string): string | undefined {
  return analyse(command, { cwd: '/p' })
    .invocations.map(({ program }) => program)
    .filter((name) => /^[\w.-]+$/.test(name) && !OWN.has(name) && !command.includes(`${name}()`))
    .find((name) => !DIRECTORIES.some((directory) => existsSync(join(directory, name))));
}

export type Run = { status: number | null; stderr: string };

/** Runs a harmless command in a scratch directory, as nobody, with a time limit. */
export function runReally(command: string, cwd: string): Run {
  const { status, stderr } = spawnSync('bash', ['-c', command], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, LC_ALL: 'C', TMPDIR: cwd, GIT_CONFIG_GLOBAL: '/dev/null' },
    timeout: 10_000,
    encoding: 'utf8',
    input: '',
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  return { status, stderr };
}

export type Difference = {
  /** Changed on disk, and the analysis does not say so. */
  unsaidWrites: string[];
  unsaidDeletes: string[];
  /** Said by name, and not so on disk. */
  falseWrites: string[];
  falseDeletes: string[];
};

/**
 * What the analysis says against what changed between two listings of `cwd`. `strict`: a file that is said to be written must have changed; otherwise
 * it need only be there, for commands that leave alone what is up to date.
 */
export function differenceOf(
  command: string,
  cwd: string,
  { before, after, strict = false }: { before: Listing; after: Listing; strict?: boolean },
): Difference {
  const analysis = analyse(command, { cwd, home: cwd, env: { PWD: cwd, TMPDIR: cwd } });
  const said = { writes: paths(analysis, 'write'), deletes: paths(analysis, 'delete') };
  // A backup is kept where there was a file; that is listed apart.
  const perhaps = (analysis.assumed ?? []).flatMap((effect) => (effect.kind === 'write' ? [effect.path] : []));
  const writable = [...said.writes, ...perhaps].map((path) => asPattern(path, after));
  const deletable = said.deletes.flatMap((path) => [path, `${path}/**`]);
  const changed = [...after].filter(([path, state]) => before.get(path) !== state).map(([path]) => path);
  const gone = [...before.keys()].filter((path) => !after.has(path));
  const isWritten = (path: string) =>
    strict ? changed.some((one) => one === path || one.startsWith(`${path}/`)) : after.has(path);
  return {
    unsaidWrites: changed.filter((path) => !isSaid(path, writable)),
    unsaidDeletes: gone.filter((path) => !isSaid(path, deletable)),
    falseWrites: said.writes.filter(
      (path) => isPlain(path) && !isSaid(path, deletable) && path.startsWith(`${cwd}/`) && !isWritten(path),
    ),
    falseDeletes: said.deletes.filter((path) => isPlain(path) && after.has(path) && !said.writes.includes(path)),
  };
}

export const SAME: Difference = { unsaidWrites: [], unsaidDeletes: [], falseWrites: [], falseDeletes: [] };

/** What `mktemp` puts in the place of the letters is not known. A directory that is copied or moved brings what is in it. */
function asPattern(path: string, after: Listing): string {
  const pattern = path.replace(/X{3,}/, '*');
  return after.get(path) === 'directory' || path.includes('*') ? `${pattern}{,/**}` : pattern;
}

const isPlain = (path: string) => !/[*?[{]|X{3}/.test(path);

/** A directory that was made on the way to a file that is said to be written counts as said. */
function isSaid(path: string, said: readonly string[]): boolean {
  if (said.includes('?')) return true;
  return said.some((one) => one === path || one.startsWith(`${path}/`) || picomatch.isMatch(path, one, { dot: true }));
}

export type Listing = ReadonlyMap<string, string>;

/** Every file and directory below, with what it holds. What git keeps for itself is no file of the project. */
export function listed(directory: string): Listing {
  const files = new Map<string, string>();
  for (const name of readdirSync(directory)) {
    if (name === '.git') continue;
    const path = join(directory, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) {
      files.set(path, 'directory');
      for (const [inner, state] of listed(path)) files.set(inner, state);
    } else if (stat.isFile()) files.set(path, `${stat.ino} ${stat.mtimeMs} ${readFileSync(path, 'base64')}`);
    else files.set(path, stat.isSymbolicLink() ? `${stat.ino} to ${readlinkSync(path)}` : `${stat.ino}`);
  }
  return files;
}

/** Files are old enough that every write is seen, and writable for the user who runs the command. A name that ends with a slash is an empty directory. */
export function makeFiles(cwd: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(cwd, name);
    if (name.endsWith('/')) mkdirSync(path, { recursive: true });
    else {
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, content);
    }
  }
  disown(cwd);
}

function disown(path: string): void {
  const stat = lstatSync(path);
  if (stat.isDirectory()) for (const name of readdirSync(path)) disown(join(path, name));
  if (isRoot) chownSync(path, NOBODY, NOBODY);
  utimesSync(path, 1_700_000_000, 1_700_000_000);
}
