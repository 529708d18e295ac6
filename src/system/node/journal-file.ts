import { closeSync } from 'node:fs';
import { openOwnFile, readBytes } from './own-file.ts';

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
    bytes: (from, to) => readBytes(file, from, to).toString('latin1'),
    text: (from) => readBytes(file, from, size).toString('utf8'),
    close: () => closeSync(file),
  };
}
