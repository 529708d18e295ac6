import { nodeSystem } from '../system/node/system.ts';
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type Env, homeOf, projectRootOf, stateDirectory } from '../hook/policy-files/locations.ts';
import { gitRoot } from '../system/files/git-root.ts';
import { type Dispatcher, packageAround } from './dispatcher/dispatchers.ts';

export const SCOPES = ['user', 'project', 'local'] as const;
export type Scope = (typeof SCOPES)[number];

/** Where an installation happens. */
export interface Place {
  env: Env;
  projectRoot: string;
  home: string;
  /** Holds the user's `settings.json`. */
  configDir: string;
  stateDirectory: string;
}

/** With `home` given, nothing of the real user is looked at. */
export function placeOf(
  given: { project?: string | undefined; home?: string | undefined },
  env: Env,
  cwd: string,
): Place {
  const own = given.home === undefined ? env : { ...without(env), HOME: resolve(given.home) };
  const home = homeOf(nodeSystem, own);
  return {
    env: own,
    projectRoot: given.project === undefined ? projectRootOf(nodeSystem, own, cwd) : resolve(given.project),
    home,
    configDir: own['CLAUDE_CONFIG_DIR'] || join(home, '.claude'),
    stateDirectory: stateDirectory(nodeSystem, own),
  };
}

function without(env: Env): Env {
  const { XDG_CONFIG_HOME: _, XDG_STATE_HOME: __, CLAUDE_CONFIG_DIR: ___, ...rest } = env;
  return rest;
}

export function settingsPath(scope: Scope, { configDir, projectRoot }: Place): string {
  if (scope === 'user') return join(configDir, 'settings.json');
  if (scope === 'project') return join(projectRoot, '.claude', 'settings.json');
  // Observed: the local file is read at the git root, the project's own only where the agent starts.
  return join(gitRoot(nodeSystem, projectRoot) ?? projectRoot, '.claude', 'settings.local.json');
}

/** Whether a session started in a sub-directory reads the settings of this scope. */
export function reachesBelow(scope: Scope, { projectRoot }: Place): boolean {
  return scope === 'user' || (scope === 'local' && gitRoot(nodeSystem, projectRoot) !== null);
}

/** The project's own settings are for a team: only a dispatcher inside the project is at the same place for everybody. */
export function defaultScope({ projectRoot }: Place, candidates: readonly Dispatcher[]): Scope {
  return candidates.some(({ file }) => insideProject(file, projectRoot) !== null) ? 'project' : 'local';
}

/** The path from the project, by the way a package manager links it; null: not in there. */
export function insideProject(file: string, projectRoot: string): string | null {
  const root = packageAround(dirname(file));
  const linked = join(projectRoot, 'node_modules', 'hookctl');
  const ways = [
    file,
    ...(root !== null && realOf(linked) === realOf(root) ? [join(linked, relative(root, file))] : []),
  ];
  for (const way of ways.reverse()) {
    const path = relative(projectRoot, way);
    if (path !== '' && !path.startsWith('..') && !isAbsolute(path)) return path.split(sep).join('/');
  }
  return null;
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
