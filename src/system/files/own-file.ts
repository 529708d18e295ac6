import type { System } from '../ports.ts';

/** A file of ours, open for reading. */
export interface OwnFile {
  file: number;
  /** Bytes, when it was opened. */
  size: number;
  /** A file that was replaced has another one. */
  inode: number;
}

/** Links are not followed, and a pipe in place of the file does not block us. Null when there is no such file. */
export function openOwnFile({ files }: Pick<System, 'files'>, path: string): OwnFile | null {
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = files.flags;
  let file: number;
  try {
    file = files.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
  const { kind, size, inode } = files.fstat(file);
  if (kind !== 'file') {
    files.close(file);
    throw new Error(`${path} is not a regular file`);
  }
  return { file, size, inode };
}
