import type { System } from '../ports.ts';

/** A file of ours, open for reading. */
export interface OwnFile {
  file: number;
  /** Bytes, when it was opened. */
  size: number;
  /** A file that was replaced has another one. */
  inode: number;
}

/** Links are not followed, and a pipe in the file's place does not block us. Null when there is no such file. */
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

/** A file that only grows, read from where the reader left it. */
export interface JournalFile {
  /** A file that was replaced has another one. */
  inode: number;
  /** Bytes, when it was opened. */
  size: number;
  /** One character for each byte. */
  bytes: (from: number, to: number) => string;
  /** From a place between two lines to the end, as text. */
  text: (from: number) => string;
  close: () => void;
}

/** Null when there is no such file. */
export function openJournal(system: System, path: string): JournalFile | null {
  const opened = openOwnFile(system, path);
  if (opened === null) return null;
  const { file, size, inode } = opened;
  const { files } = system;
  return {
    inode,
    size,
    bytes: (from, to) => files.readBytes(file, from, to),
    text: (from) => files.readText(file, { from, to: size }),
    close: () => files.close(file),
  };
}

export interface TextFile {
  size: number;
  /** Bytes as characters: the text must be ASCII. */
  slice: (from: number, to: number) => string;
}

/** Read together with the opening: where the first lines are, and all of a small file. */
const FIRST = 4 * 1024;

/**
 * A file of ours that is read piece by piece, and stays open while the process lives: for a process that answers once. What has been opened does not
 * change, since such files are replaced and never written to. Null when there is no such file.
 */
export function openTextFile(system: System, path: string): TextFile | null {
  const opened = openOwnFile(system, path);
  if (opened === null) return null;
  const { file, size } = opened;
  const { files } = system;
  const first = files.readBytes(file, 0, Math.min(FIRST, size));
  return {
    size,
    slice: (from, to) => (to <= first.length ? first.slice(from, to) : files.readBytes(file, from, to)),
  };
}
