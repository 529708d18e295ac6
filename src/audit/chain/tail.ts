import type { GrowingFile } from '../../system/files/growing-file.ts';
import type { Chain } from '../record/audit-line.ts';

/** What a new line has to know of the segment it follows. */
export interface Tail {
  /** Lines that no other line refers to yet, in the order of the file. */
  tips: string[];
  /** Where the last whole line ends; 0: there is none. */
  end: number;
  /** Every line before this place is referred to by a later one. */
  covered: number;
  /** The last line has no end: the new record must start on a new line. */
  isTorn: boolean;
  size: number;
}

/** The end of every line of ours: enough to read the chain without the record. */
const LINK = /^"chain":\{"segment":(\d+),"at":(\d+),"prev":\[([^\]]*)\],"hash":"([0-9a-f]{64})"\}\}$/;
/** Holds the last line, whatever its length. */
const CHUNK = 4096;

/** A line's place in the chain. */
export type Link = Chain;

/** Null when the text does not end as a line of ours does. */
export function readLink(text: string): Link | null {
  // Found from the end: trying the expression at every place of a line costs more than the rest of the hook.
  const [, segment, at, prev = '', hash] = LINK.exec(text.slice(text.lastIndexOf('"chain":{'))) ?? [];
  if (hash === undefined) return null;
  return { segment: Number(segment), at: Number(at), prev: prev === '' ? [] : prev.slice(1, -1).split('","'), hash };
}

/** Reads as little as it can: one chunk, unless many hooks have just written at the same time. */
export function readTail(file: GrowingFile, segment: number): Tail {
  const size = file.size();
  let from = Math.max(0, size - CHUNK);
  for (;;) {
    const text = file.read(from, size);
    const isTorn = text !== '' && !text.endsWith('\n');
    const { links, covered } = linksIn(text, from, segment);
    // Everything after `covered` has been read: a line without a reference to it is a tip.
    if (from === 0 || covered >= from) {
      const open = links.filter(({ end }) => end > covered);
      const referred = new Set(open.flatMap(({ prev }) => prev));
      const tips = open.map(({ hash }) => hash).filter((hash) => !referred.has(hash));
      return { tips, end: links.at(-1)?.end ?? 0, covered, isTorn, size };
    }
    from = Math.max(0, links.length > 0 ? Math.min(covered, from - CHUNK) : from - (size - from));
  }
}

interface Seen extends Link {
  end: number;
}

function linksIn(text: string, offset: number, segment: number): { links: Seen[]; covered: number } {
  const links: Seen[] = [];
  let covered = 0;
  for (let start = 0; ;) {
    const newline = text.indexOf('\n', start);
    if (newline < 0) return { links, covered };
    const link = readLink(text.slice(Math.max(start, newline - CHUNK), newline));
    if (link !== null) {
      // The first lines of a segment speak of the one before it.
      if (link.segment === segment) covered = Math.max(covered, link.at);
      links.push({ ...link, end: offset + newline + 1 });
    }
    start = newline + 1;
  }
}
