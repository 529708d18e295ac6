import type { AgentEvent } from '../../protocol/agent-event.ts';
import { lazily } from '../../protocol/cache.ts';
import type { GuardPlace, World } from '../../system/ports.ts';
import { isGlob, matchGlob } from './glob.ts';
import { relativeTo } from '../../protocol/text/path-below.ts';

/** A set that every policy has: the files of the guard that is running. Which they are is known only where it runs. */
export const GUARD_SETS: Readonly<Record<string, readonly string[]>> = {
  'hookctl-files': ['<hookctl>'],
  'hookctl-program': ['<hookctl program>'],
};

/** Patterns of these sets, as they are in a compiled policy. */
export function isGuardGlob(glob: string): boolean {
  return glob.startsWith('<hookctl');
}

export interface GuardFiles {
  /** Is this path one of the files that `<hookctl …>` means, by its own name, through symlinks, or by another name (a hard link)? */
  includes: (glob: string, path: string, caseless: boolean) => boolean;
  /** Does a pattern of these files fit, among those in and around a directory? They are absolute, as named and with symlinks resolved. */
  someNear: (
    glob: string,
    near: { directory: string; caseless: boolean },
    fits: (pattern: string) => boolean,
  ) => boolean;
}

type Project = Pick<AgentEvent, 'projectRoot' | 'settingsFiles'>;

export function guardFiles(world: World, project: Project): GuardFiles {
  const all = lazily(() => [...world.guardPlaces(), ...projectPlaces(project)]);
  const linked = lazily(() => all().flatMap((place) => placesBehind(place, world)));
  const among = (places: readonly GuardPlace[], glob: string) =>
    glob === '<hookctl>' ? places : places.filter(({ part }) => glob === `<hookctl ${part}>`);
  const hasTwin = (glob: string, path: string) => {
    const identity = world.hardLink(path);
    if (typeof identity !== 'string') return false;
    return among(all(), glob).some((place) => filesOf(place, world).some((file) => world.hardLink(file) === identity));
  };
  return {
    includes: (glob, path, caseless) => {
      const isHere = (place: GuardPlace) => covers(place, path, caseless);
      return among(all(), glob).some(isHere) || among(linked(), glob).some(isHere) || hasTwin(glob, path);
    },
    someNear: (glob, { directory, caseless }, fits) => {
      const isMet = (place: GuardPlace) =>
        liesAround(place.directory, directory, caseless) &&
        place.files.some((file) => fits(join(escaped(place.directory), file)));
      return among(all(), glob).some(isMet) || among(linked(), glob).some(isMet);
    },
  };
}

function projectPlaces({ projectRoot, settingsFiles }: Project): GuardPlace[] {
  const settings = settingsFiles.map((file): GuardPlace => {
    const slash = file.lastIndexOf('/');
    const directory = slash < 0 ? projectRoot : join(projectRoot, file.slice(0, slash));
    return { part: 'settings', directory, files: [file.slice(slash + 1)] };
  });
  return [{ part: 'policy', directory: join(projectRoot, '.hookctl'), files: ['**'] }, ...settings];
}

/** Resolves symlinks; missing paths need no resolving, and most agents of the list are not installed. */
function placesBehind({ part, directory, files }: GuardPlace, world: World): GuardPlace[] {
  const isWhole = files.length === 1 && files[0] === '**';
  const present = isWhole ? undefined : world.entries(directory);
  if (present === null) return [];
  const real = world.realpath(directory) ?? directory;
  const behind: GuardPlace[] = real === directory ? [] : [{ part, directory: real, files }];
  for (const file of files) {
    if (isGlob(file) || present?.includes(file) !== true) continue;
    const target = world.realpath(join(directory, file)) ?? join(real, file);
    if (target !== join(real, file)) behind.push(placeOfFile(part, target));
  }
  return behind;
}

function placeOfFile(part: GuardPlace['part'], path: string): GuardPlace {
  const slash = path.lastIndexOf('/');
  return { part, directory: path.slice(0, Math.max(1, slash)), files: [escaped(path.slice(slash + 1))] };
}

function covers({ directory, files }: GuardPlace, path: string, caseless: boolean): boolean {
  const inside = caseless ? relativeTo(directory.toLowerCase(), path.toLowerCase()) : relativeTo(directory, path);
  return inside !== null && files.some((file) => matchGlob(file, inside, caseless));
}

/** One of the two holds the other. */
function liesAround(a: string, b: string, caseless: boolean): boolean {
  const [one, other] = caseless ? [a.toLowerCase(), b.toLowerCase()] : [a, b];
  return relativeTo(one, other) !== null || relativeTo(other, one) !== null;
}

/** Plain files of a place; of a whole directory those that lie directly in it. */
function filesOf({ directory, files }: GuardPlace, world: World): string[] {
  return files.flatMap((file) => {
    if (!isGlob(file)) return [join(directory, file)];
    const at = file === '**' ? directory : join(directory, file.slice(0, file.lastIndexOf('/')));
    return (world.entries(at) ?? []).map((name) => join(at, name));
  });
}

function join(directory: string, file: string): string {
  return directory === '/' ? `/${file}` : `${directory}/${file}`;
}

/** A directory whose name holds a `[` means itself. */
function escaped(path: string): string {
  return path.replace(/[*?[\\]/g, '\\$&');
}
