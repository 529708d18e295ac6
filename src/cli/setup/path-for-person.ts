import { homedir } from 'node:os';
import { relative } from 'node:path';

/** As a person would write it: from here, or from the home. */
export function pathForPerson(path: string, home: string = process.env['HOME'] ?? homedir()): string {
  const near = relative(process.cwd(), path);
  if (near !== '' && !near.startsWith('..')) return near;
  return home !== '' && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
