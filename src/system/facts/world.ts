import { basename, delimiter, dirname, join } from 'node:path';
import type { GuardPlace, World } from '../ports.ts';
import { readFile } from '../files/read-file.ts';
import type { FileFacts, System } from '../ports.ts';
import { askGit, branchOf, isCommit, isLinkedWorktree } from './git-facts.ts';
import { dropsCommits, isUnsaved } from './unsaved-work.ts';
import { isAtOrBelow } from '../../protocol/text/path-below.ts';

export interface WorldOptions {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** Milliseconds since the epoch. From this moment on no question about files is answered. */
  deadline?: () => number;
  /** Called when a question was refused because of it. */
  onLate?: () => void;
  /** Another time than now, for judging what is past. */
  clock?: () => number;
  /** The files of the guard that is running; without it, only those that every installation has are known to rules. */
  guard?: () => readonly GuardPlace[];
}

const SYSTEMS: Record<string, string> = { darwin: 'macos', win32: 'windows' };

/** The machine as rules see it. Every answer is `undefined` when it cannot be had: the condition is then unknown, never false. */
export function createWorld(
  system: System,
  { env, home, deadline = () => Infinity, onLate, clock = Date.now, guard = () => [] }: WorldOptions,
): World {
  const answered = <A extends unknown[], R>(ask: (...args: A) => R) => {
    return (...args: A): R | undefined => {
      if (Date.now() >= deadline()) {
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
  const { files } = system;
  const regularFile = (path: string): FileFacts | null => {
    const facts = files.stat(path);
    return facts?.kind === 'file' ? facts : null;
  };
  return {
    os: () => SYSTEMS[system.platform] ?? system.platform,
    now: clock,
    localTime: answered((zone) => system.localTime(zone, new Date(clock()))),
    env: (name) => env[name] ?? null,
    home: () => home,
    tempDirectories: () => tempDirectories(env, home),
    kind: answered((path) => kindOf(files.stat(path))),
    size: answered((path) => regularFile(path)?.size ?? null),
    lines: answered((path, limit) => {
      const facts = regularFile(path);
      return facts === null ? null : countLines(system, path, { size: facts.size, limit });
    }),
    text: answered((path, limit) => (regularFile(path) === null ? null : readStart(system, path, limit))),
    tracked: answered((path) => askGit(system, 'tracked', path)),
    ignored: answered((path) => askGit(system, 'ignored', path)),
    branch: answered((directory) => branchOf(system, directory)),
    commit: answered((directory, name) => isCommit(system, directory, name)),
    unsaved: answered((directory, kind, path) => isUnsaved(system, { directory, kind, path })),
    dropsCommits: answered((directory, refs, kept) => dropsCommits(system, { directory, refs, kept })),
    linkedWorktree: answered((directory) => isLinkedWorktree(system, directory)),
    installed: answered((program) => isInstalled(system, program, env['PATH'] ?? '')),
    realpath: answered((path) => realpathOf(system, path)),
    entries: answered((directory) => entriesOf(system, directory)),
    hardLink: answered((path) => {
      const facts = regularFile(path);
      return facts !== null && facts.links > 1 ? `${facts.device} ${facts.inode}` : null;
    }),
    guardPlaces: guard,
  };
}

/** Up to here counting on is cheap, and "2,431 lines" is a better sentence than "more than 2,000". */
const EXACT_BYTES = 8 * 1024 * 1024;

/** A file that has shown no more lines than asked for by then is not read any further: the hook has no time for it. */
const MOST_BYTES = 128 * 1024 * 1024;

/** Newlines, as `wc -l` counts them. */
function countLines({ files }: System, path: string, { size, limit }: { size: number; limit: number }) {
  const file = files.open(path, files.flags.O_RDONLY);
  try {
    return files.countLines(file, { limit, mayStop: size > EXACT_BYTES, mostBytes: MOST_BYTES }) ?? undefined;
  } finally {
    files.close(file);
  }
}

const LONGEST_TEXT = 64 * 1024 * 1024;

/** The first `limit` characters of a file; a character takes up to four bytes. */
function readStart(system: System, path: string, limit: number): string {
  return readFile(system, path, Math.min(limit * 4, LONGEST_TEXT)).slice(0, limit);
}

const MOST_ENTRIES = 5_000;

function entriesOf({ files }: System, directory: string): readonly string[] | null | undefined {
  if (files.stat(directory)?.kind !== 'directory') return null;
  // Sorted, so that hosts and file systems answer alike.
  const names = files.namesIn(directory).sort();
  return names.length > MOST_ENTRIES ? undefined : names;
}

function kindOf(facts: FileFacts | null): 'file' | 'directory' | 'other' | 'absent' {
  if (facts === null) return 'absent';
  return facts.kind === 'character-device' ? 'other' : facts.kind;
}

function tempDirectories(env: WorldOptions['env'], home: string): string[] {
  const named = env['TMPDIR'] ?? env['TEMP'];
  // A TMPDIR that is the root or the home would make everything disposable.
  const own = named !== undefined && named.length > 1 && !`${home}/`.startsWith(`${named.replace(/\/+$/, '')}/`);
  return [...new Set(['/tmp', '/var/tmp', '/private/tmp', ...(own ? [named.replace(/\/+$/, '')] : [])])];
}

function isInstalled({ files, platform }: System, program: string, path: string): boolean {
  if (program === '' || program.includes('/')) return program !== '' && files.isExecutable(program);
  const names = platform === 'win32' ? ['.exe', '.cmd', '.bat', ''].map((end) => program + end) : [program];
  return path
    .split(delimiter)
    .some((directory) => directory !== '' && names.some((name) => files.isExecutable(join(directory, name))));
}

/** Open files of the process that asks; the command will have its own. */
const OPEN_FILES = /^\/(?:dev\/(?:fd|stdin|stdout|stderr)|proc\/(?:self|thread-self)\/fd)(?:\/|$)/;

/** A path that does not exist yet resolves its deepest existing parent. What names the process that asks still means the one that asks. */
function realpathOf(system: System, path: string): string {
  if (OPEN_FILES.test(path)) return path;
  const real = resolved(system, path);
  if (!real.startsWith('/proc/')) return real;
  const own = `/proc/${system.processId()}`;
  return isAtOrBelow(own, real) ? `/proc/self${real.slice(own.length)}` : real;
}

function resolved({ files }: System, path: string): string {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      // Asked first: the error of a path that does not exist takes longer to make than all the rest.
      if (files.stat(at) !== null || dirname(at) === at)
        return missing.length === 0 ? files.realpath(at) : join(files.realpath(at), ...missing);
    } catch (error) {
      const { code } = error as { code?: string };
      if ((code !== 'ENOENT' && code !== 'ENOTDIR') || dirname(at) === at) throw error;
    }
    missing.unshift(basename(at));
  }
}
