import { closeSync } from 'node:fs';
import { openOwnFile, readBytes, readLatin1 } from './own-file.ts';

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
export function openJournal(path: string): JournalFile | null {
  const opened = openOwnFile(path);
  if (opened === null) return null;
  const { file, size, inode } = opened;
  return {
    inode,
    size,
    bytes: (from, to) => readLatin1(file, from, to),
    text: (from) => readBytes(file, from, size).toString(),
    close: () => closeSync(file),
  };
}
