import { nodeSystem } from '../system/node/system.ts';
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type Agent, type SettingsScope, SCOPES } from '../adapters/agent.ts';
import { AGENTS, DEFAULT_AGENT } from '../adapters/agents.ts';
import { type Env, homeOf, projectRootOf, stateDirectory } from '../hook/policy-files/locations.ts';
import { gitRoot } from '../system/files/git-root.ts';
import { systemManagedDir } from '../runtime/settings/discover.ts';
import { type Dispatcher, packageAround } from './dispatcher/dispatchers.ts';
import { Refusal } from './refusal.ts';

/** Where an installation happens. */
export interface InstallPlace {
  agent: Agent;
  env: Env;
  projectRoot: string;
  home: string;
  /** The user's own directory of the agent. */
  configDir: string;
  stateDirectory: string;
  /** Where the machine's administrator keeps settings of the agent; null: none is looked at. */
  managedDirectory: string | null;
}

export interface AskedPlace {
  /** Default: the first one. */
  agent?: Agent | undefined;
  project?: string | undefined;
  home?: string | undefined;
  managed?: string | undefined;
}

/** With `home` given, nothing of the real user is read. */
export function placeOf(asked: AskedPlace, env: Env, cwd: string): InstallPlace {
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
    managedDirectory: managedDirectoryOf(asked),
  };
}

/** The system's managed directory, unless another is named or --home points elsewhere. */
function managedDirectoryOf({ managed, home }: AskedPlace): string | null {
  if (managed !== undefined) return resolve(managed);
  return home === undefined ? systemManagedDir(process.platform) : null;
}

/**
 * A session started in this very directory. Installing looks for the project around it; a session does not: the agent reads the project's settings only
 * where it starts.
 */
export function startPlace(asked: AskedPlace, env: Env, cwd: string): InstallPlace {
  return placeOf({ ...asked, project: asked.project ?? cwd }, env, cwd);
}

/** Without the variables that move a user's directories away from the home. */
function withoutMoves(env: Env): Env {
  const moves = ['XDG_CONFIG_HOME', 'XDG_STATE_HOME', ...AGENTS.map(({ settings }) => settings.userDirectory.variable)];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !moves.includes(name)));
}

export function settingsPath(
  scope: SettingsScope,
  { agent, configDir, projectRoot, managedDirectory }: InstallPlace,
): string {
  const { root, path } = agent.settings.files[scope];
  if (root === 'user') return join(configDir, path);
  if (root === 'system') {
    if (managedDirectory === null) throw new Refusal(NO_MANAGED);
    return join(managedDirectory, path);
  }
  return join(root === 'repository' ? (gitRoot(nodeSystem, projectRoot) ?? projectRoot) : projectRoot, path);
}

const NO_MANAGED = '--home leaves this machine unchanged; name the directory of managed settings with --managed';

/** The scopes whose settings can be looked at here. */
export function scopesAt({ managedDirectory }: InstallPlace): SettingsScope[] {
  return SCOPES.filter((scope) => scope !== 'managed' || managedDirectory !== null);
}

/** Whether a session started in a sub-directory reads the settings of this scope. */
export function reachesBelow(scope: SettingsScope, { agent, projectRoot }: InstallPlace): boolean {
  const { root } = agent.settings.files[scope];
  return root === 'user' || root === 'system' || (root === 'repository' && gitRoot(nodeSystem, projectRoot) !== null);
}

/** The project's own settings are for a team: only a dependency of the project is at the same place for everybody. */
export function defaultScope({ projectRoot }: InstallPlace, candidates: readonly Dispatcher[]): SettingsScope {
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

/** The path relative to the project, through the link that a package manager made; null: outside the project. */
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
