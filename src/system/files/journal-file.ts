import type { System } from '../ports.ts';
import { openOwnFile } from './own-file.ts';

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
