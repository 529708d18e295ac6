import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isDirectory } from '../../system/node/files.ts';
import type { Place } from '../places.ts';

/** Signs that the agent is used here; null: none. */
export function claudeCodeFound({ env, configDir, projectRoot }: Place): string | null {
  const program = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((directory) => directory !== '')
    .map((directory) => join(directory, process.platform === 'win32' ? 'claude.exe' : 'claude'))
    .find(isExecutable);
  return program ?? [configDir, join(projectRoot, '.claude')].find(isDirectory) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
