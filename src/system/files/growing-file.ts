import { dirname } from 'node:path';
import { utf8Length } from '../../protocol/text/encoding.ts';
import type { System } from '../ports.ts';
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

/** Makes it, and its directory, if need be: 0600 in 0700. Links are not followed, and a pipe in the file's place does not block us. */
export function openGrowing(system: System, path: string): GrowingFile {
  const { files } = system;
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = files.flags;
  ensurePrivateDirectory(system, dirname(path));
  const file = files.open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  if (files.fstat(file).kind !== 'file') {
    files.close(file);
    throw new Error(`${path} is not a regular file`);
  }
  return {
    size: () => files.fstat(file).size,
    read: (from, to) => files.readBytes(file, from, to),
    append: (text) => {
      const written = files.write(file, text);
      const length = utf8Length(text);
      if (written < length) throw new Error(`${path}: only ${written} of ${length} bytes could be written`);
    },
    close: () => files.close(file),
  };
}

/** Names in a directory; none when there is no such directory. */
export function namesIn({ files }: System, directory: string): string[] {
  try {
    return files.namesIn(directory);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}
