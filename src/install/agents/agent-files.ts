import { delimiter, join } from 'node:path';
import {
  type Directory,
  type RegisteredFile,
  type Registrar,
  type RegistrarScope,
  usualScope,
} from '../../adapters/register/registrar.ts';
import { isDirectory } from '../../system/node/files.ts';
import { isExecutable } from '../dispatcher/find-agent.ts';
import type { InstallPlace } from '../places.ts';

/** The machine as far as registering asks for it. */
export type AgentPlace = Pick<InstallPlace, 'env' | 'home' | 'projectRoot' | 'stateDirectory'>;

/** The agent's directory in a scope; null: it has none. */
export function agentDirectory({ directories }: Registrar, scope: RegistrarScope, place: AgentPlace): string | null {
  const directory = directories[scope];
  if (directory === null) return null;
  return scope === 'project' ? join(place.projectRoot, directory.path) : userDirectory(directory, place);
}

function userDirectory({ variable, path }: Directory, { env, home }: AgentPlace): string {
  const moved = variable === null ? undefined : env[variable];
  if (moved !== undefined && moved !== '') return moved;
  const config = /^config\//.exec(path);
  return config === null
    ? join(home, path)
    : join(env['XDG_CONFIG_HOME'] || join(home, '.config'), path.slice(config[0].length));
}

export function agentFilePath(file: RegisteredFile, directory: string): string {
  return join(directory, ...file.path.split('/'));
}

/** A sign that the agent is used here: its program, or its directory; null: none. */
export function signOf(registrar: Registrar, place: AgentPlace): string | null {
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  const program = (place.env['PATH'] ?? '')
    .split(delimiter)
    .filter((directory) => directory !== '')
    .flatMap((directory) =>
      registrar.programs.flatMap((name) => suffixes.map((suffix) => join(directory, name + suffix))),
    )
    .find(isExecutable);
  if (program !== undefined) return program;
  const own = agentDirectory(registrar, usualScope(registrar), place);
  return own !== null && isDirectory(own) ? own : null;
}
