import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { Layer } from '../engine/ports.ts';
import { gitRoot, isDirectory } from '../system/node/files.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** A file that is read if it is there. */
export interface LayerFile {
  layer: Layer;
  path: string;
  /** Named by somebody, so that its absence is an error. */
  wanted: boolean;
}

const MANAGED: Record<string, string> = {
  darwin: '/Library/Application Support/hookctl/policy.yaml',
  win32: 'C:\\ProgramData\\hookctl\\policy.yaml',
};

/** Written by an administrator; counts only while nobody else can write it. */
export const MANAGED_POLICY = MANAGED[process.platform] ?? '/etc/hookctl/policy.yaml';

export function homeOf(env: Env): string {
  return given(env['HOME']) ?? homedir();
}

/** Where rules look for `src/**`: what the agent says, else the repository around the working directory, else that directory. */
export function projectRootOf(env: Env, cwd: string | (() => string)): string {
  const named = given(env['CLAUDE_PROJECT_DIR']);
  if (named !== null) return named;
  const here = typeof cwd === 'string' ? cwd : cwd();
  return gitRootOf(here) ?? here;
}

function gitRootOf(cwd: string): string | null {
  return isAbsolute(cwd) && isDirectory(cwd) ? gitRoot(cwd) : null;
}

/** `HOOKCTL_POLICY` replaces every layer but the managed one: a variable that a project's settings can set must not switch that off. */
export function layerFiles(env: Env, projectRoot: string, managed: string = MANAGED_POLICY): LayerFile[] {
  const home = homeOf(env);
  const first: LayerFile = { layer: 'managed', path: managed, wanted: false };
  const named = env['HOOKCTL_POLICY'];
  if (named !== undefined && named !== '') {
    const path = named.startsWith('pack:') ? named : resolve(named);
    return [first, { layer: 'project', path, wanted: true }];
  }
  return [
    first,
    {
      layer: 'user',
      path: join(given(env['XDG_CONFIG_HOME']) ?? join(home, '.config'), 'hookctl', 'policy.yaml'),
      wanted: false,
    },
    { layer: 'project', path: projectPolicy(projectRoot), wanted: false },
    { layer: 'local', path: join(projectRoot, '.hookctl', 'policy.local.yaml'), wanted: false },
  ];
}

export function projectPolicy(projectRoot: string): string {
  return join(projectRoot, '.hookctl', 'policy.yaml');
}

export function stateDirectory(env: Env): string {
  const own = given(env['HOOKCTL_STATE_DIR']);
  if (own !== null) return own;
  return join(given(env['XDG_STATE_HOME']) ?? join(homeOf(env), '.local', 'state'), 'hookctl');
}

/** The XDG rules: a relative path is ignored. It would move with the directory the agent works in, and into the project. */
function given(path: string | undefined): string | null {
  return path !== undefined && isAbsolute(path) ? path : null;
}
