import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isDirectory } from '../../system/node/files.ts';
import type { InstallPlace } from '../places.ts';

/** A sign that the agent is used here; null: none. */
export function signOfAgent({ agent, env, configDir, projectRoot }: InstallPlace): string | null {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((directory) => directory !== '')
    .flatMap((directory) => agent.adapter.traits.programs.map((name) => join(directory, `${name}${suffix}`)))
    .find(isExecutable);
  return program ?? [configDir, join(projectRoot, agent.settings.projectDirectory)].find(isDirectory) ?? null;
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
