import type { JournalFile } from '../node/journal-file.ts';
import { host } from './host.ts';
import { openOwnFile } from './own-file.ts';

export function openJournal(path: string): JournalFile | null {
  const opened = openOwnFile(path);
  if (opened === null) return null;
  const { file, size, inode } = opened;
  return {
    inode,
    size,
    bytes: (from, to) => host.readBytes(file, from, to),
    text: (from) => host.readText(file, from, size - from),
    close: () => host.close(file),
  };
}
