import { cpSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** How much of a directory is copied. */
export interface CopyLimits {
  files: number;
  bytes: number;
  /** Names that are not copied at any depth. */
  skip: ReadonlySet<string>;
}

/** Copies a directory as far as the limits go. Returns what was left out, relative to it: a directory that does not fit is left out whole. */
export function copyBounded(from: string, to: string, limits: CopyLimits): string[] {
  const left: string[] = [];
  let files = limits.files;
  let bytes = limits.bytes;
  mkdirSync(to, { recursive: true });
  const visit = (dir: string): void => {
    // Small things first, so that one large directory does not push out the sources beside it.
    const entries = namesIn(dir).map((name) => ({
      path: join(dir, name),
      name,
      size: sizeOf(join(dir, name), limits),
    }));
    for (const { path, name, size } of entries.sort((a, b) => a.size.bytes - b.size.bytes)) {
      const target = join(to, relative(from, path));
      const isWanted = !limits.skip.has(name) && size.kind !== 'other';
      if (isWanted && size.files <= files && size.bytes <= bytes) {
        files -= size.files;
        bytes -= size.bytes;
        if (!copyWhole(path, target, limits)) left.push(relative(from, path));
      } else if (isWanted && size.kind === 'directory' && name !== '.git') {
        mkdirSync(target, { recursive: true });
        visit(path);
      } else if (size.kind !== 'other') left.push(relative(from, path));
    }
  };
  visit(from);
  return left;
}

function copyWhole(from: string, to: string, { skip }: CopyLimits): boolean {
  try {
    cpSync(from, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !skip.has(path.split('/').at(-1) ?? '') && kindOf(path) !== 'other',
    });
    return true;
  } catch {
    // Not ours to read, or gone meanwhile.
    rmSync(to, { recursive: true, force: true });
    return false;
  }
}

interface Size {
  kind: 'file' | 'directory' | 'other';
  files: number;
  bytes: number;
}

/** Counted no further than the limits: more is too much anyway. */
function sizeOf(path: string, limits: CopyLimits): Size {
  const kind = kindOf(path);
  if (kind !== 'directory') return { kind, files: 1, bytes: kind === 'other' ? 0 : lstatSync(path).size };
  const total: Size = { kind, files: 1, bytes: 0 };
  const stack = [path];
  for (let dir = stack.pop(); dir !== undefined; dir = stack.pop()) {
    for (const name of namesIn(dir)) {
      if (limits.skip.has(name)) continue;
      const below = join(dir, name);
      const what = kindOf(below);
      total.files++;
      if (what === 'directory') stack.push(below);
      else if (what === 'file') total.bytes += lstatSync(below).size;
      if (total.files > limits.files || total.bytes > limits.bytes) return total;
    }
  }
  return total;
}

/** Sockets, pipes and devices are not copied. */
function kindOf(path: string): Size['kind'] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) return 'directory';
  return stat?.isFile() === true || stat?.isSymbolicLink() === true ? 'file' : 'other';
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** Every file with what shows a change: size, time and mode. */
export function stateOf(dir: string): Map<string, string> {
  const found = new Map<string, string>();
  const stack = [dir];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    for (const name of namesIn(at)) {
      const path = join(at, name);
      const stat = lstatSync(path, { throwIfNoEntry: false });
      if (stat === undefined) continue;
      if (stat.isDirectory()) stack.push(path);
      else found.set(relative(dir, path), `${stat.size} ${stat.mtimeMs} ${stat.mode}`);
    }
  }
  return found;
}

/** What differs between two states. */
export function changesBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((path) => before.get(path) !== after.get(path)).sort();
}

/** Removes everything below a directory but the paths to keep, which are mount points of the sandbox. */
export function emptyDirectory(dir: string, keep: readonly string[]): void {
  for (const name of namesIn(dir)) {
    const path = join(dir, name);
    if (keep.includes(path)) continue;
    if (keep.some((one) => one.startsWith(`${path}/`))) emptyDirectory(path, keep);
    else rmSync(path, { recursive: true, force: true });
  }
}
