import { relative } from 'node:path';

/** A path below the directory as it is written there; any other path, and what is not a path, as it is. */
export function nearPath(path: string, directory: string): string {
  if (!path.startsWith('/') || directory === '/') return path;
  const inside = relative(directory, path);
  return inside === '' || inside.startsWith('..') ? path : inside;
}
