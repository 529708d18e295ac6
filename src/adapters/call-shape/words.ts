import { wordList } from '../../protocol/text/word-list.ts';

/** `mcp__files__readTextFile` → mcp, files, read, text, file. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

const READS = wordList(
  'read get view open cat load show fetch list ls tree dir head tail info stat describe exists',
  'search find grep lookup query inspect check diff compare analyze analyse parse',
  'upload send attach share publish',
);
const WRITES = wordList(
  'write edit create update append prepend patch save replace insert modify put set make mkdir touch',
  'download store apply overwrite generate export extract unzip format reformat refactor fix',
  'truncate empty clear chmod chown link symlink undo restore revert reset str',
);
const DELETES = wordList('delete remove unlink rm del erase trash destroy purge rmdir wipe drop shred');
const MOVES = wordList('move rename mv relocate');
const COPIES = wordList('copy cp duplicate clone');

export type FileVerb = 'delete' | 'move' | 'copy' | 'write' | 'read';

/** The strictest verb that the words hold: `search_and_replace` replaces. Null: they do not say. */
export function fileVerbOf(words: readonly string[]): FileVerb | null {
  const has = (list: readonly string[]) => words.some((word) => list.includes(word));
  if (has(DELETES)) return 'delete';
  if (has(MOVES)) return 'move';
  if (has(COPIES)) return 'copy';
  if (has(WRITES)) return 'write';
  return has(READS) ? 'read' : null;
}
