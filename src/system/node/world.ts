import { accessSync, constants, readdirSync, realpathSync, statSync, type Stats } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import type { GuardPlace, World } from '../ports.ts';
import { asksGit, branchOf, isLinkedWorktree } from './git-facts.ts';
import { countLines } from './line-count.ts';
import { localTime } from './local-time.ts';
import { readStart } from './text-start.ts';

export interface WorldOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** Milliseconds since the epoch after which no question about files is answered any more. */
  deadline?: () => number;
  /** Called when a question was refused because of it. */
  onLate?: () => void;
  /** Another time than now, for judging what is past. */
  clock?: () => number;
  /** The files of the guard that is running; without it, only those that every installation has are known to rules. */
  guard?: () => readonly GuardPlace[];
}

const SYSTEMS: Record<string, string> = { darwin: 'macos', win32: 'windows' };

/** The machine as rules see it. Every answer is `undefined` when it cannot be had: the predicate is then unknown, never false. */
export function nodeWorld({
  env,
  home,
  deadline = () => Infinity,
  onLate,
  clock = Date.now,
  guard = () => [],
}: WorldOptions): World {
  const told = <A extends unknown[], R>(ask: (...args: A) => R) => {
    return (...args: A): R | undefined => {
      if (Date.now() > deadline()) {
        onLate?.();
        return undefined;
      }
      try {
        return ask(...args);
      } catch {
        return undefined;
      }
    };
  };
  return {
    os: () => SYSTEMS[process.platform] ?? process.platform,
    now: clock,
    localTime: told((zone) => localTime(zone, new Date(clock()))),
    env: (name) => env[name] ?? null,
    home: () => home,
    tempDirectories: () => tempDirectories(env, home),
    kind: told((path) => kindOf(statOf(path))),
    size: told((path) => {
      const stat = statOf(path);
      return stat?.isFile() === true ? stat.size : null;
    }),
    lines: told((path, limit) => {
      const stat = statOf(path);
      return stat?.isFile() === true ? countLines(path, stat.size, limit) : null;
    }),
    text: told((path, limit) => (statOf(path)?.isFile() === true ? readStart(path, limit) : null)),
    tracked: told((path) => asksGit('tracked', path)),
    ignored: told((path) => asksGit('ignored', path)),
    branch: told(branchOf),
    linkedWorktree: told(isLinkedWorktree),
    installed: told((program) => isInstalled(program, env['PATH'] ?? '')),
    realpath: told(realpathOf),
    entries: told(entriesOf),
    hardLink: told((path) => {
      const stat = statOf(path);
      return stat?.isFile() === true && stat.nlink > 1 ? `${stat.dev} ${stat.ino}` : null;
    }),
    guardPlaces: guard,
  };
}

const MOST_ENTRIES = 5_000;

function entriesOf(directory: string): readonly string[] | null | undefined {
  if (statOf(directory)?.isDirectory() !== true) return null;
  // Sorted, so that hosts and file systems answer alike.
  const names = readdirSync(directory).sort();
  return names.length > MOST_ENTRIES ? undefined : names;
}

/** Null when nothing is there; other trouble is thrown and becomes "cannot tell". */
function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null;
    throw error;
  }
}

function kindOf(stat: Stats | null): 'file' | 'directory' | 'other' | 'absent' {
  if (stat === null) return 'absent';
  return stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : 'other';
}

function tempDirectories(env: WorldOptions['env'], home: string): string[] {
  const named = env['TMPDIR'] ?? env['TEMP'];
  // A TMPDIR that is the root or the home would make everything disposable.
  const own = named !== undefined && named.length > 1 && !`${home}/`.startsWith(`${named.replace(/\/+$/, '')}/`);
  return [...new Set(['/tmp', '/var/tmp', '/private/tmp', ...(own ? [named.replace(/\/+$/, '')] : [])])];
}

function isInstalled(program: string, path: string): boolean {
  if (program === '' || program.includes('/')) return program !== '' && isExecutable(program);
  const names = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''].map((end) => program + end) : [program];
  return path.split(delimiter).some((dir) => dir !== '' && names.some((name) => isExecutable(join(dir, name))));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Open files of the process that asks; the command will have its own. */
const OPEN_FILES = /^\/(?:dev\/(?:fd|stdin|stdout|stderr)|proc\/(?:self|thread-self)\/fd)(?:\/|$)/;

/** A path that does not exist yet resolves its deepest existing parent. What names the process that asks still means the one that asks. */
function realpathOf(path: string): string {
  if (OPEN_FILES.test(path)) return path;
  const real = resolved(path);
  const own = `/proc/${process.pid}`;
  return `${real}/`.startsWith(`${own}/`) ? `/proc/self${real.slice(own.length)}` : real;
}

function resolved(path: string): string {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      // Asked first: the error of a path that does not exist takes longer to make than all the rest.
      if (statSync(at, { throwIfNoEntry: false }) !== undefined || dirname(at) === at)
        return join(realpathSync.native(at), ...missing);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if ((code !== 'ENOENT' && code !== 'ENOTDIR') || dirname(at) === at) throw error;
    }
    missing.unshift(basename(at));
  }
}
