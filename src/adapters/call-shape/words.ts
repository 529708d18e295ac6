/** `mcp__files__readTextFile` → mcp, files, read, text, file. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

const READS =
  'read get view open cat load show fetch list ls tree dir search find grep stat info head tail describe inspect check diff compare lookup exists query analyze analyse parse upload send attach share publish'.split(
    ' ',
  );
const WRITES =
  'write edit create update append prepend patch save replace insert modify put set make mkdir touch download store apply overwrite generate export format reformat refactor fix truncate empty clear extract unzip chmod chown link symlink undo restore revert reset str'.split(
    ' ',
  );
const DELETES = 'delete remove unlink rm del erase trash destroy purge rmdir wipe drop shred'.split(' ');
const MOVES = 'move rename mv relocate'.split(' ');
const COPIES = 'copy cp duplicate clone'.split(' ');

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
