import type { AgentEvent } from '../../protocol/agent-event.ts';
import type { GuardPlace, World } from '../../system/ports.ts';
import { isGlob } from './glob.ts';

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
  /** What `<hookctl …>` stands for: patterns of absolute paths, as they are named and as they are behind links. */
  globs: (glob: string) => readonly string[];
  /** Is this another name (a hard link) of one of these files? */
  hasTwin: (glob: string, path: string) => boolean;
}

type Project = Pick<AgentEvent, 'projectRoot' | 'settingsFiles'>;

export function guardFiles(world: World, project: Project): GuardFiles {
  const known = new Map<string, string[]>();
  const places = (glob: string): GuardPlace[] => {
    const all = [...world.guardPlaces(), ...projectPlaces(project)];
    return glob === '<hookctl>' ? all : all.filter(({ part }) => glob === `<hookctl ${part}>`);
  };
  return {
    globs: (glob) => {
      const before = known.get(glob);
      if (before !== undefined) return before;
      const made = [...new Set(places(glob).flatMap((place) => globsOf(place, world)))];
      known.set(glob, made);
      return made;
    },
    hasTwin: (glob, path) => {
      const identity = world.hardLink(path);
      if (typeof identity !== 'string') return false;
      return places(glob).some((place) => filesOf(place, world).some((file) => world.hardLink(file) === identity));
    },
  };
}

function projectPlaces({ projectRoot, settingsFiles }: Project): GuardPlace[] {
  const settings = settingsFiles.map((file): GuardPlace => {
    const slash = file.lastIndexOf('/');
    return { part: 'settings', directory: join(projectRoot, file.slice(0, slash)), files: [file.slice(slash + 1)] };
  });
  return [{ part: 'policy', directory: join(projectRoot, '.hookctl'), files: ['**'] }, ...settings];
}

/** What is not there has no links to follow: most agents of the list are not installed. */
function globsOf({ directory, files }: GuardPlace, world: World): string[] {
  const named = files.map((file) => join(escaped(directory), file));
  const isWhole = files.length === 1 && files[0] === '**';
  const present = isWhole ? undefined : world.entries(directory);
  if (present === null) return named;
  const real = world.realpath(directory) ?? directory;
  const behind = files.map((file) => {
    if (isGlob(file) || present?.includes(file) !== true) return join(escaped(real), file);
    return escaped(world.realpath(join(directory, file)) ?? join(real, file));
  });
  return [...named, ...behind];
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
