import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

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

const SAFE = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Null when there is no such file. */
export function openJournal(path: string): JournalFile | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | SAFE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const stat = fstatSync(file);
  if (!stat.isFile()) {
    closeSync(file);
    throw new Error(`${path} is not a regular file`);
  }
  return {
    inode: stat.ino,
    size: stat.size,
    bytes: (from, to) => read(file, from, to).toString('latin1'),
    text: (from) => read(file, from, stat.size).toString('utf8'),
    close: () => closeSync(file),
  };
}

function read(file: number, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(to - from);
  let filled = 0;
  for (let got = -1; got !== 0 && filled < bytes.length; filled += got)
    got = readSync(file, bytes, filled, bytes.length - filled, from + filled);
  return bytes.subarray(0, filled);
}
