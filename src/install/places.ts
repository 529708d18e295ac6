import { nodeSystem } from '../system/node/system.ts';
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Agent, Scope } from '../adapters/agent.ts';
import { AGENTS, DEFAULT_AGENT } from '../adapters/agents.ts';
import { type Env, homeOf, projectRootOf, stateDirectory } from '../hook/policy-files/locations.ts';
import { gitRoot } from '../system/files/git-root.ts';
import { type Dispatcher, packageAround } from './dispatcher/dispatchers.ts';

/** Where an installation happens. */
export interface Place {
  agent: Agent;
  env: Env;
  projectRoot: string;
  home: string;
  /** The user's own directory of the agent. */
  configDir: string;
  stateDirectory: string;
}

export interface AskedPlace {
  /** Default: the first one. */
  agent?: Agent | undefined;
  project?: string | undefined;
  home?: string | undefined;
}

/** With `home` given, nothing of the real user is read. */
export function placeOf(asked: AskedPlace, env: Env, cwd: string): Place {
  const agent = asked.agent ?? DEFAULT_AGENT;
  const own = asked.home === undefined ? env : { ...withoutMoves(env), HOME: resolve(asked.home) };
  const home = homeOf(nodeSystem, own);
  const { variable, usual } = agent.settings.userDirectory;
  return {
    agent,
    env: own,
    projectRoot: asked.project === undefined ? projectRootOf(nodeSystem, own, cwd) : resolve(asked.project),
    home,
    configDir: (variable === null ? '' : own[variable]) || join(home, usual),
    stateDirectory: stateDirectory(nodeSystem, own),
  };
}

/**
 * A session started in this very directory. Installing looks for the project around it; a session does not: the agent reads the project's settings only
 * where it starts.
 */
export function startPlace(asked: AskedPlace, env: Env, cwd: string): Place {
  return placeOf({ ...asked, project: asked.project ?? cwd }, env, cwd);
}

/** Without the variables that move a user's directories away from the home. */
function withoutMoves(env: Env): Env {
  const moves = ['XDG_CONFIG_HOME', 'XDG_STATE_HOME', ...AGENTS.map(({ settings }) => settings.userDirectory.variable)];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !moves.includes(name)));
}

export function settingsPath(scope: Scope, { agent, configDir, projectRoot }: Place): string {
  const { root, path } = agent.settings.files[scope];
  if (root === 'user') return join(configDir, path);
  return join(root === 'repository' ? (gitRoot(nodeSystem, projectRoot) ?? projectRoot) : projectRoot, path);
}

/** Whether a session started in a sub-directory reads the settings of this scope. */
export function reachesBelow(scope: Scope, { agent, projectRoot }: Place): boolean {
  const { root } = agent.settings.files[scope];
  return root === 'user' || (root === 'repository' && gitRoot(nodeSystem, projectRoot) !== null);
}

/** The project's own settings are for a team: only a dependency of the project is at the same place for everybody. */
export function defaultScope({ projectRoot }: Place, candidates: readonly Dispatcher[]): Scope {
  const isInside = candidates.some(({ file }) => insideProject(file, projectRoot) !== null);
  return isInside && isDependency(projectRoot) ? 'project' : 'local';
}

/** Does `npm ci` in a clone of the project bring hookctl? */
export function isDependency(projectRoot: string): boolean {
  try {
    const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as Record<string, unknown>;
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
    return kinds.some((kind) => Object.hasOwn(manifest[kind] ?? {}, 'hookctl'));
  } catch {
    return false;
  }
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
