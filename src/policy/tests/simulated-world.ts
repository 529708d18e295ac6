import type { World } from '../../system/ports.ts';
import { resolvePath } from '../../shell/index.ts';
import { readMoment } from '../language/time-span.ts';

/** What an example may say about the world (`given:`). */
export interface Given {
  files?: Record<string, unknown>;
  env?: Record<string, unknown>;
  branch?: string;
  os?: string;
  /** `fri 14:00`, `14:00`, `fri`, `2026-12-24` or `2026-12-24 14:00`. */
  time?: string;
  installed?: string[];
  tracked?: string[];
  ignored?: string[];
  /** Files with uncommitted changes; without the list, it is not known which have some. */
  changed?: string[];
  worktree?: boolean;
  /** path → where it leads. */
  links?: Record<string, string>;
  /** Where the program of the guard that is running is. */
  program?: string;
}

export const GIVEN_KEYS = [
  'files',
  'env',
  'branch',
  'os',
  'time',
  'installed',
  'tracked',
  'ignored',
  'changed',
  'worktree',
  'links',
  'program',
  'cwd',
  'permission-mode',
  'agent',
  'model',
];

export const ROOT = '/project';
export const HOME = '/home/user';
/** A Monday noon: examples do not depend on the day they run. */
const START = Date.UTC(2026, 0, 5, 12);
const DAY_MS = 86_400_000;

/** When an example takes place; null: the text is not a time. */
export function timeOfExample(text: string): number | null {
  return readMoment(text, START);
}

export interface SimulatedWorld extends World {
  wait: (ms: number) => void;
}

/** A world made of what an example gives: nothing of the machine it runs on shows through. */
export function simulatedWorld(given: Given): SimulatedWorld {
  let now = timeOfExample(given.time ?? '12:00') ?? START;
  const files = new Map(Object.entries(given.files ?? {}).map(([path, content]) => [place(path), contentOf(content)]));
  const links = Object.entries(given.links ?? {}).map(([from, to]): [string, string] => [place(from), place(to)]);
  const among = (list: string[] | undefined, path: string) => (list ?? []).some((item) => place(item) === path);
  const kind: World['kind'] = (path) => {
    if (files.has(path)) return files.get(path) === null ? 'directory' : 'file';
    const below = path === '/' ? '/' : `${path}/`;
    const isDirectory =
      path === ROOT || path === HOME || path === '/' || [...files.keys()].some((name) => name.startsWith(below));
    return isDirectory ? 'directory' : 'absent';
  };
  return {
    os: () => given.os ?? 'linux',
    now: () => now,
    wait: (ms) => {
      now += ms;
    },
    localTime: () => ({ day: Math.floor(now / DAY_MS), minute: Math.floor((now % DAY_MS) / 60_000) }),
    env: (name) => {
      const value = given.env?.[name];
      if (value === undefined || value === null) return null;
      return typeof value === 'string' ? value : JSON.stringify(value);
    },
    home: () => HOME,
    tempDirectories: () => ['/tmp', '/var/tmp'],
    kind,
    size: (path) => files.get(path)?.length ?? null,
    lines: (path) => {
      const text = files.get(path);
      return text === undefined || text === null ? null : { count: text.split('\n').length - 1, exact: true };
    },
    text: (path, limit) => files.get(path)?.slice(0, limit) ?? null,
    tracked: (path) => among(given.tracked, path),
    ignored: (path) => among(given.ignored, path),
    branch: () => given.branch ?? null,
    commit: (_, name) => name === 'HEAD' || name === given.branch,
    unsaved: (directory, kind, path) => {
      if (given.changed === undefined) return undefined;
      const work = kind === 'ignored' ? [...given.changed, ...(given.ignored ?? [])] : given.changed;
      return work.some((name) => `${place(name)}/`.startsWith(`${resolvePath(directory, path)}/`));
    },
    dropsCommits: () => undefined,
    linkedWorktree: () => given.worktree ?? false,
    installed: (program) => (given.installed ?? []).includes(program),
    realpath: (path) => {
      const link = links.find(([from]) => path === from || path.startsWith(`${from}/`));
      return link === undefined ? path : `${link[1]}${path.slice(link[0].length)}`;
    },
    entries: (directory) => (kind(directory) === 'directory' ? namesBelow(directory, [...files.keys()]) : null),
    hardLink: () => null,
    guardPlaces: () =>
      given.program === undefined ? [] : [{ part: 'program', directory: place(given.program), files: ['**'] }],
  };
}

function namesBelow(directory: string, paths: readonly string[]): string[] {
  const base = directory === '/' ? '/' : `${directory}/`;
  const below = paths
    .filter((path) => path.startsWith(base))
    .map((path) => path.slice(base.length).split('/')[0] ?? '');
  return [...new Set(below)];
}

function place(path: string): string {
  if (path === '~') return HOME;
  if (path.startsWith('~/')) return `${HOME}/${path.slice(2)}`;
  return path.startsWith('/') ? path : `${ROOT}/${path}`;
}

/** `2001 lines`, `directory`, or the text itself. */
function contentOf(value: unknown): string | null {
  if (value === 'directory') return null;
  const lines = /^(\d+) lines?$/.exec(String(value));
  return lines === null ? String(value) : 'x\n'.repeat(Number(lines[1]));
}
