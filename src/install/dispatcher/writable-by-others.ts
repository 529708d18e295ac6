import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The first of a file and the directories around it that somebody besides root can change; null: there is none, or the system does not say. */
export function writableByOthers(file: string): string | null {
  if (process.platform === 'win32') return null;
  for (let path = realpathSync(file); ; path = dirname(path)) {
    const stat = statSync(path);
    // In a directory such as /tmp everybody can make files, but not change those of others.
    const isSticky = stat.isDirectory() && (stat.mode & 0o1000) !== 0;
    if (stat.uid !== 0 || ((stat.mode & 0o022) !== 0 && !isSticky)) return path;
    if (dirname(path) === path) return null;
  }
}
