import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

export interface TextFile {
  size: number;
  /** Bytes as characters: the text must be ASCII. */
  slice: (from: number, to: number) => string;
}

/** Read together with the opening: where the first lines are, and all of a small file. */
const FIRST = 16 * 1024;

/**
 * A file of ours that is read piece by piece, and stays open while the process lives: for a process that answers once. What has been opened does not
 * change, since such files are replaced and never written to. Null when there is no such file.
 */
export function openTextFile(path: string): TextFile | null {
  let file: number;
  try {
    file = openSync(path, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const stat = fstatSync(file);
  if (!stat.isFile()) {
    closeSync(file);
    throw new Error(`${path} is not a regular file`);
  }
  const first = read(file, 0, Math.min(FIRST, stat.size));
  return {
    size: stat.size,
    slice: (from, to) => (to <= first.length ? first.slice(from, to) : read(file, from, to)),
  };
}

function read(file: number, from: number, to: number): string {
  const buffer = Buffer.allocUnsafe(Math.max(0, to - from));
  let filled = 0;
  for (let got = -1; got !== 0 && filled < buffer.length; filled += got)
    got = readSync(file, buffer, filled, buffer.length - filled, from + filled);
  return buffer.toString('latin1', 0, filled);
}
