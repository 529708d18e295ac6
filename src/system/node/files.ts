import { readdirSync, readFileSync, rmSync, type Stats, statSync } from 'node:fs';
import { wordTrouble } from '../../protocol/text/file-trouble.ts';

/** The file's text; null when there is none. Any other trouble (a directory, no permission) is an error to show. */
export function readText(path: string): { text: string } | { missing: true } | { error: string } {
  try {
    return { text: readFileSync(path, 'utf8') };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? { missing: true } : { error: wordTrouble(error) };
  }
}

/** Names in a directory, sorted; none when it cannot be read. */
export function listNames(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return [];
  }
}

/** What is at a path. Null: nothing, or this user may not look; a directory on the search path may belong to another user. */
export function statOrNull(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

export function isDirectory(path: string): boolean {
  return statOrNull(path)?.isDirectory() === true;
}

export function isFile(path: string): boolean {
  return statOrNull(path)?.isFile() === true;
}

/** Null: there is nothing. */
export function fileSize(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

/** Which file this is, and how long; null: there is nothing. */
export function fileIdentity(path: string): { inode: number; size: number } | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? null : { inode: stat.ino, size: stat.size };
}

export function removeFile(path: string): void {
  rmSync(path, { force: true });
}
