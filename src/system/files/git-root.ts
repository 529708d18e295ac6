import { dirname, join } from 'node:path';
import type { System } from '../ports.ts';

/** The nearest directory upwards that holds `.git`; null outside a repository. */
export function gitRoot({ files }: Pick<System, 'files'>, start: string): string | null {
  for (let directory = start; ; directory = dirname(directory)) {
    if (files.exists(join(directory, '.git'))) return directory;
    if (dirname(directory) === directory) return null;
  }
}
