import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** A file of ours, open for reading. */
export interface OwnFile {
  file: number;
  /** Bytes, when it was opened. */
  size: number;
  /** A file that was replaced has another one. */
  inode: number;
}

// Not on Windows.
const SAFE = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Links are not followed, and a pipe in place of the file does not block us. Null when there is no such file. */
export function openOwnFile(path: string): OwnFile | null {
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
  return { file, size: stat.size, inode: stat.ino };
}

/** The bytes between two places, or as many as there are. */
export function readBytes(file: number, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, to - from));
  let filled = 0;
  for (let got = -1; got !== 0 && filled < bytes.length; filled += got)
    got = readSync(file, bytes, filled, bytes.length - filled, from + filled);
  return bytes.subarray(0, filled);
}

/** The same, one character for each byte: as `toString('latin1')`, for which Node would first compile how to find an encoding by its name. */
export function readLatin1(file: number, from: number, to: number): string {
  const bytes: Buffer & { latin1Slice?: (from: number, to: number) => string } = readBytes(file, from, to);
  return bytes.latin1Slice?.(0, bytes.length) ?? bytes.toString('latin1');
}
