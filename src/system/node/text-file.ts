import { openOwnFile, readLatin1 } from './own-file.ts';

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
  const opened = openOwnFile(path);
  if (opened === null) return null;
  const { file, size } = opened;
  const read = (from: number, to: number) => readLatin1(file, from, to);
  const first = read(0, Math.min(FIRST, size));
  return { size, slice: (from, to) => (to <= first.length ? first.slice(from, to) : read(from, to)) };
}
