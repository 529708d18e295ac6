import { closeSync, constants, fstatSync, openSync, readdirSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { readLatin1 } from './own-file.ts';
import { ensurePrivateDirectory } from './private-files.ts';

/** A file that only grows. */
export interface GrowingFile {
  size: () => number;
  /** The bytes between two places, one character for each. */
  read: (from: number, to: number) => string;
  /** With one write. Throws when not all of it could be written; the next writer sees that the last line is torn. */
  append: (text: string) => void;
  close: () => void;
}

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;

/** Makes it, and its directory, if need be: 0600 in 0700. Links are not followed, and a pipe in place of the file does not block us. */
export function openGrowing(path: string): GrowingFile {
  ensurePrivateDirectory(dirname(path));
  const file = openSync(path, O_RDWR | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0), 0o600);
  if (!fstatSync(file).isFile()) {
    closeSync(file);
    throw new Error(`${path} is not a regular file`);
  }
  return {
    size: () => fstatSync(file).size,
    read: (from, to) => readLatin1(file, from, to),
    append: (text) => {
      const bytes = Buffer.from(text);
      const written = writeSync(file, bytes);
      if (written < bytes.length) throw new Error(`${path}: only ${written} of ${bytes.length} bytes could be written`);
    },
    close: () => closeSync(file),
  };
}

/** Names in a directory; none when there is no such directory. */
export function listNames(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
