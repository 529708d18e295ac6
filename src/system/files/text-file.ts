import type { System } from '../ports.ts';
import { openOwnFile } from './own-file.ts';

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
