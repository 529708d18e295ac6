/** Where one path is in relation to another. Both are tidy: without `..`, without double slashes, a directory with or without a slash at its end. */

/** The path relative to a directory, '' for the directory itself; null when it is elsewhere. */
export function relativeTo(directory: string, path: string): string | null {
  if (path === directory) return '';
  const base = directory.endsWith('/') ? directory : `${directory}/`;
  return path.startsWith(base) ? path.slice(base.length) : null;
}

/** The directory holds the path, and is not the path itself. */
export function isBelow(directory: string, path: string): boolean {
  return path.startsWith(directory.endsWith('/') ? directory : `${directory}/`);
}

export function isAtOrBelow(directory: string, path: string): boolean {
  return path === directory || isBelow(directory, path);
}
