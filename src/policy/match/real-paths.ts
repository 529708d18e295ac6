import type { World } from '../../system/ports.ts';
import { isGlob, matchSegment } from './glob.ts';
import { relativeTo } from '../../protocol/text/path-below.ts';
import type { Places } from './target.ts';

interface OnDisk {
  world: World;
  places: Places;
}

/** With symlinks resolved, but named from the project, the home or a temporary directory if it is in one: those may be reached through a symlink themselves. */
export function realName(path: string, { world, places }: OnDisk): string {
  const real = world.realpath(path);
  if (real === undefined || real === path) return path;
  for (const directory of [places.root, places.home, ...world.tempDirectories()]) {
    const base = world.realpath(directory);
    const inside = base === undefined || base === directory ? null : relativeTo(base, real);
    if (inside !== null) return inside === '' ? directory : `${directory === '/' ? '' : directory}/${inside}`;
  }
  return real;
}

const MOST_DIRECTORIES = 8;
const MOST_FOUND = 32;

/**
 * What a pattern of the shell means on this disk: the directory before it, with its links resolved, and the files that are there now. A pattern that
 * matches very many files is left as it is written.
 */
export function expandedOnDisk(pattern: string, disk: OnDisk): string[] {
  const parts = pattern.split('/').slice(1);
  const start = parts.findIndex(isGlob);
  const fixed = `/${parts.slice(0, start).join('/')}`;
  const real = realName(fixed, disk);
  const found = real === fixed ? [] : [join(real, parts.slice(start).join('/'))];
  if (parts.slice(start).includes('**')) return found;
  let directories = [real];
  for (const [at, part] of parts.slice(start).entries()) {
    const next = directories.flatMap((directory) =>
      namesIn(directory, part, disk).map((name) => join(directory, name)),
    );
    if (at === parts.length - start - 1) {
      const reachedEntries = next.length > MOST_FOUND ? [] : next;
      return [...found, ...new Set(reachedEntries.flatMap((path) => [path, realName(path, disk)]))];
    }
    directories = next.slice(0, MOST_DIRECTORIES).map((path) => realName(path, disk));
    const rest = parts.slice(start + at + 1).join('/');
    // `di?t/*` where `dist` leads elsewhere.
    for (const [index, directory] of directories.entries())
      if (directory !== next[index]) found.push(join(directory, rest));
  }
  return found;
}

function namesIn(directory: string, part: string, { world }: OnDisk): string[] {
  if (!isGlob(part)) return [part];
  // The shell's patterns leave hidden names out.
  return (world.entries(directory) ?? []).filter(
    (name) => (part.startsWith('.') || !name.startsWith('.')) && matchSegment(part, name),
  );
}

function join(directory: string, rest: string): string {
  return directory === '/' ? `/${rest}` : `${directory}/${rest}`;
}
