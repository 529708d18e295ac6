import type { System } from '../../system/ports.ts';
import { isAbsolute, join, resolve } from 'node:path';
import { PROJECT_VARIABLES } from '../../adapters/index.ts';
import type { Layer } from '../../policy/judgement.ts';
import { gitRoot } from '../../system/files/git-root.ts';
import { bundleFile } from '../../team/bundle/place.ts';
import { trustFile } from '../trust/trust-record.ts';
import { isBelow } from '../../protocol/text/path-below.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** A file that is read if it is there. */
export interface LayerFile {
  layer: Layer;
  path: string;
  /** Named explicitly, so that its absence is an error. */
  wanted: boolean;
  /** It may only tighten, unless this record says that a person has trusted its content; null: in no case. Absent: a person wrote or named it. */
  trust?: string | null;
  /** What its paths are relative to, where that is not the project of the session. */
  base?: string;
  /** The project of the session is below that directory. */
  outer?: true;
}

const MANAGED: Record<string, string> = {
  darwin: '/Library/Application Support/hookctl/policy.yaml',
  win32: 'C:\\ProgramData\\hookctl\\policy.yaml',
};

/** Written by an administrator; counts only while no other user can write it. */
export function managedPolicy({ platform }: Pick<System, 'platform'>): string {
  return MANAGED[platform] ?? '/etc/hookctl/policy.yaml';
}

export function homeOf(system: System, env: Env): string {
  return absoluteOrNull(env['HOME']) ?? system.home();
}

/** Where rules look for `src/**`: what the agent says, else the repository around the working directory, else that directory. */
export function projectRootOf(
  system: System,
  env: Env,
  cwd: string | (() => string),
  projectInPayload: string | null = null,
): string {
  const [named] = PROJECT_VARIABLES.flatMap((name) => absoluteOrNull(env[name]) ?? []);
  if (named !== undefined) return named;
  const project = absoluteOrNull(projectInPayload ?? undefined);
  if (project !== null) return project.replace(/(?<=.)\/+$/, '');
  const directory = typeof cwd === 'string' ? cwd : cwd();
  return gitRootOf(system, directory) ?? directory;
}

function gitRootOf(system: System, cwd: string): string | null {
  return isAbsolute(cwd) && system.files.stat(cwd)?.kind === 'directory' ? gitRoot(system, cwd) : null;
}

export interface LayerPlaces {
  projectRoot: string;
  /** The directories whose `.hookctl` is in force. */
  directories: readonly string[];
  /** The environment including variables that a project's settings set. Policies that those name may only tighten. */
  fullEnv?: Env | undefined;
  managed?: string;
}

/** `HOOKCTL_POLICY` replaces every layer but the managed one: no variable can switch off an administrator's rules. */
export function layerFiles(system: System, env: Env, places: LayerPlaces): LayerFile[] {
  const first: LayerFile = { layer: 'managed', path: places.managed ?? managedPolicy(system), wanted: false };
  const doubtful = places.fullEnv === undefined ? [] : doubtfulFiles(system, env, places.fullEnv);
  const team = teamFiles(system, env);
  const named = namedPolicy(env);
  if (named !== null) return [first, ...team, { layer: 'project', path: named, wanted: true }, ...doubtful];
  return [
    first,
    ...team,
    { layer: 'user', path: userPolicy(system, env), wanted: false },
    ...places.directories.flatMap((directory) =>
      projectFiles(system, env, { directory, projectRoot: places.projectRoot }),
    ),
    ...doubtful,
  ];
}

/** The policy of the team that this machine belongs to, where one has been fetched. */
function teamFiles(system: System, env: Env): LayerFile[] {
  const path = bundleFile(stateDirectory(system, env));
  return system.files.exists(path) ? [{ layer: 'team', path, wanted: false }] : [];
}

function projectFiles(
  system: System,
  env: Env,
  { directory, projectRoot }: { directory: string; projectRoot: string },
): LayerFile[] {
  const isTrusted = env['HOOKCTL_TRUST'] === 'project';
  const common = {
    wanted: false,
    ...(isTrusted ? {} : { trust: trustFile(stateDirectory(system, env), directory) }),
    ...(directory === projectRoot ? {} : { base: directory }),
    ...(directory !== projectRoot && isBelow(directory, projectRoot) ? { outer: true as const } : {}),
  };
  return [
    { layer: 'project', path: projectPolicy(directory), ...common },
    { layer: 'local', path: join(directory, '.hookctl', 'policy.local.yaml'), ...common },
  ];
}

/** A path that a project's settings may have set: the hook cannot tell whether the person did. */
function doubtfulFiles(system: System, env: Env, fullEnv: Env): LayerFile[] {
  const named = namedPolicy(fullEnv);
  const user = userPolicy(system, fullEnv);
  return [
    ...(named === null || named === namedPolicy(env)
      ? []
      : [{ layer: 'project' as const, path: named, wanted: false, trust: null }]),
    ...(user === userPolicy(system, env) ? [] : [{ layer: 'user' as const, path: user, wanted: false, trust: null }]),
  ];
}

function namedPolicy(env: Env): string | null {
  const named = env['HOOKCTL_POLICY'];
  if (named === undefined || named === '') return null;
  return named.startsWith('pack:') ? named : resolve(named);
}

export function userPolicy(system: System, env: Env): string {
  return join(absoluteOrNull(env['XDG_CONFIG_HOME']) ?? join(homeOf(system, env), '.config'), 'hookctl', 'policy.yaml');
}

export function projectPolicy(projectRoot: string): string {
  return join(projectRoot, '.hookctl', 'policy.yaml');
}

export function stateDirectory(system: System, env: Env): string {
  const own = absoluteOrNull(env['HOOKCTL_STATE_DIR']);
  if (own !== null) return own;
  return join(absoluteOrNull(env['XDG_STATE_HOME']) ?? join(homeOf(system, env), '.local', 'state'), 'hookctl');
}

/** The XDG rules: a relative path is ignored. It would move with the directory the agent works in, and into the project. */
function absoluteOrNull(path: string | undefined): string | null {
  return path !== undefined && isAbsolute(path) ? path : null;
}
