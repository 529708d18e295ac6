import type { FileFacts } from '../ports.ts';

/** One file of git's index: its path below the work tree, and what `lstat` said when git last knew that it was unchanged. */
export interface IndexEntry {
  path: string;
  /** Not 0: one side of a conflict. */
  stage: number;
  /** Left out of a sparse work tree. */
  isSkipped: boolean;
  mode: number;
  size: number;
  inode: number;
  /** Milliseconds since the epoch, worked out as `FileFacts` does it. */
  modifiedAt: number;
  /** The SHA-1 name of the text that git holds, one character for each byte. */
  blob: string;
}

/**
 * The entries of an index with SHA-1 names, versions 2 to 4 (gitformat-index(5)); `bytes` holds one character for each byte. Null: a split or sparse index, a newer
 * version, or a damaged file.
 */
export function parseIndex(bytes: string): IndexEntry[] | null {
  const number = (at: number) =>
    bytes.charCodeAt(at) * 0x1000000 + ((bytes.charCodeAt(at + 1) << 16) | short(bytes, at + 2));
  const version = number(4);
  if (bytes.slice(0, 4) !== 'DIRC' || version < 2 || version > 4) return null;
  const entries: IndexEntry[] = [];
  let at = HEADER;
  let previous = '';
  for (let left = number(8); left > 0; left--) {
    const flags = short(bytes, at + FLAGS);
    const isExtended = (flags & 0x4000) !== 0;
    const name = at + FLAGS + (isExtended ? 4 : 2);
    const { removed, from } = version === 4 ? prefixLength(bytes, name) : { removed: previous.length, from: name };
    const end = bytes.indexOf('\0', from);
    if (end < 0) return null;
    previous = previous.slice(0, previous.length - removed) + bytes.slice(from, end);
    entries.push({
      path: decodeUtf8(previous),
      stage: (flags >> 12) & 3,
      isSkipped: isExtended && (short(bytes, at + FLAGS + 2) & 0x4000) !== 0,
      modifiedAt: number(at + 8) * 1e3 + number(at + 12) / 1e6,
      inode: number(at + 20),
      mode: number(at + 24),
      size: number(at + 36),
      blob: bytes.slice(at + 40, at + FLAGS),
    });
    // Up to version 3, NULs fill an entry up to a multiple of eight bytes.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return extensionsOf(bytes, at, number).some((name) => NOT_WHOLE.has(name)) ? null : entries;
}

const HEADER = 12;
/** Ten numbers and the object's name come first. */
const FLAGS = 40 + 20;
const CHECKSUM = 20;

/** Extensions that keep entries elsewhere: a split index, a sparse one. */
const NOT_WHOLE = new Set(['link', 'sdir']);

function extensionsOf(bytes: string, start: number, number: (at: number) => number): string[] {
  const names: string[] = [];
  for (let at = start; at + 8 <= bytes.length - CHECKSUM; at += 8 + number(at + 4)) names.push(bytes.slice(at, at + 4));
  return names;
}

function short(bytes: string, at: number): number {
  return (bytes.charCodeAt(at) << 8) | bytes.charCodeAt(at + 1);
}

/** How many bytes of the path before are not part of this one, as a number of varying length. */
function prefixLength(bytes: string, at: number): { removed: number; from: number } {
  let byte = bytes.charCodeAt(at);
  let removed = byte & 127;
  let from = at + 1;
  while (byte >= 128) {
    byte = bytes.charCodeAt(from++);
    removed = ((removed + 1) << 7) | (byte & 127);
  }
  return { removed, from };
}

function decodeUtf8(bytes: string): string {
  if (!/[\u0080-\u00ff]/.test(bytes)) return bytes;
  try {
    return decodeURIComponent(bytes.replaceAll(/[%\u0080-\u00ff]/g, (one) => `%${one.charCodeAt(0).toString(16)}`));
  } catch {
    // A name that is not UTF-8 has no text; no file will be found under this one.
    return bytes;
  }
}

/**
 * Would overwriting the file lose a change? As git compares: kind, rights, size, inode and time. Undefined: the file may have changed in the same moment in which
 * the index was written, or the entry is not a plain file.
 */
export function isChanged(entry: IndexEntry, file: FileFacts | null, indexWrittenAt: number): boolean | undefined {
  if (entry.stage !== 0) return true;
  // Nothing is there that could be lost.
  if (file === null) return false;
  const kind = KINDS[entry.mode >>> 12];
  if (kind === undefined || entry.isSkipped) return undefined;
  const isSame =
    file.kind === kind &&
    (kind !== 'file' || (file.mode & 0o100) === (entry.mode & 0o100)) &&
    file.size % 2 ** 32 === entry.size &&
    (entry.inode === 0 || file.inode % 2 ** 32 === entry.inode) &&
    file.modifiedAt === entry.modifiedAt;
  if (!isSame) return true;
  return entry.modifiedAt < indexWrittenAt ? false : undefined;
}

export function isPlainFile({ mode, stage, isSkipped }: IndexEntry): boolean {
  return mode >>> 12 === 8 && stage === 0 && !isSkipped;
}

export function isSubmodule({ mode }: IndexEntry): boolean {
  return mode >>> 12 === 14;
}

/** By the upper bits of the mode. A submodule has another mode. */
const KINDS: Readonly<Record<number, FileFacts['kind']>> = { 8: 'file', 10: 'other' };
