import { basename, join } from 'node:path';
import { entriesOf } from '../audit/query/read-trail.ts';
import { trailFiles } from '../audit/chain/trail-files.ts';
import type { AuditLine } from '../audit/record/audit-line.ts';
import { readPrivate, replacePrivate } from '../system/files/private-files.ts';
import { fileIdentity } from '../system/node/files.ts';
import { fileLines } from '../system/node/file-lines.ts';
import { nodeSystem } from '../system/node/system.ts';
import { teamDirectory } from './membership.ts';

/** How far each file of the trail has been sent: a slow hook may still add to an older file when the next one has begun. */
export interface Cursor {
  files: Record<string, { inode: number; offset: number }>;
  /** Lines that were removed before they were sent. */
  lost: number;
}

/** One for each place that lines are sent to. */
export type CursorName = typeof SERVER_CURSOR | 'otlp-cursor.json';

const SERVER_CURSOR = 'cursor.json';

export interface TrailLine {
  /** As it was hashed, without its newline. */
  text: string;
  record: AuditLine;
}

export interface Portion {
  lines: TrailLine[];
  /** Where the cursor is when they have been sent. */
  after: Cursor;
  /** There was no more. */
  isLast: boolean;
}

/** Null: nothing was sent yet, or the cursor is damaged. */
export function readCursor(stateDirectory: string, name: CursorName): Cursor | null {
  try {
    const text = readPrivate(nodeSystem, join(teamDirectory(stateDirectory), name));
    if (text === null) return null;
    const value = JSON.parse(text) as Partial<Cursor>;
    return { files: value.files ?? {}, lost: value.lost ?? 0 };
  } catch {
    return null;
  }
}

/** Of the team's server. A damaged one begins again: the server drops what it knows. */
export function sentToServer(stateDirectory: string): Cursor {
  return readCursor(stateDirectory, SERVER_CURSOR) ?? { files: {}, lost: 0 };
}

export function writeCursor(stateDirectory: string, cursor: Cursor, name: CursorName = SERVER_CURSOR): void {
  replacePrivate(nodeSystem, join(teamDirectory(stateDirectory), name), JSON.stringify(cursor));
}

/** After everything that is there. */
export function endOfTrail(stateDirectory: string): Cursor {
  const places = trailFiles(nodeSystem, stateDirectory).flatMap((file) => {
    const identity = fileIdentity(file);
    return identity === null ? [] : [[basename(file), { inode: identity.inode, offset: identity.size }] as const];
  });
  return { files: Object.fromEntries(places), lost: 0 };
}

/** The next lines after the cursor, oldest file first. */
export function nextPortion(stateDirectory: string, cursor: Cursor, most: { lines: number; bytes: number }): Portion {
  const files = trailFiles(nodeSystem, stateDirectory);
  const names = new Set(files.map((file) => basename(file)));
  const after: Cursor = { files: {}, lost: cursor.lost };
  for (const [name, place] of Object.entries(cursor.files)) if (names.has(name)) after.files[name] = place;
  const lines: TrailLine[] = [];
  let bytes = 0;
  for (const file of files) {
    const identity = fileIdentity(file);
    if (identity === null) continue;
    const name = basename(file);
    const position = after.files[name];
    const isSame = position?.inode === identity.inode && position.offset <= identity.size;
    let offset = isSame ? position.offset : 0;
    for (const raw of offset === identity.size ? [] : fileLines(file, offset)) {
      if (!raw.ended) break;
      if (lines.length >= most.lines || bytes >= most.bytes) {
        after.files[name] = { inode: identity.inode, offset };
        return { lines, after, isLast: false };
      }
      offset = raw.offset + raw.length;
      const entry = entriesOf(raw).findLast(({ record }) => record !== null);
      if (entry?.record == null || raw.text === null) continue;
      // Counted from the end: half a record of a killed hook may be before it.
      const text = Buffer.from(raw.text, 'utf8')
        .subarray(1 - entry.length)
        .toString('utf8');
      lines.push({ text, record: entry.record });
      bytes += raw.length;
    }
    after.files[name] = { inode: identity.inode, offset };
  }
  return { lines, after, isLast: true };
}

/** How much of the trail has not been sent, and since when. */
export function unsentLines(stateDirectory: string, cursor: Cursor): { lines: number; since: number | null } {
  const { lines } = nextPortion(stateDirectory, cursor, { lines: 100_000, bytes: Infinity });
  const first = lines[0]?.record.time;
  return { lines: lines.length, since: first === undefined ? null : Date.parse(first) };
}

/** Files of the trail whose lines have not all been sent. */
export function unsentFiles(cursor: Cursor, files: readonly string[]): string[] {
  return files.filter((file) => {
    const identity = fileIdentity(file);
    const position = cursor.files[basename(file)];
    return identity !== null && (position?.inode !== identity.inode || position.offset < identity.size);
  });
}
