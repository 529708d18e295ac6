import { readdirSync } from 'node:fs';

/** Names in a directory; none when there is no such directory. */
export function listNames(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
