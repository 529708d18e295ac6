import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DatabaseQuery } from '../../adapters/transcript-reader.ts';
import type { Chunk } from './file-lines.ts';

/** A page that is larger is asked for again with fewer rows. A query leaves out texts of more than 16 MB, so one row always fits. */
const PAGE_BYTES = 32 << 20;
const MOST_ROWS = 256;
const NO_PROGRAM =
  'it is an SQLite database, and the program sqlite3 is not on the PATH. Install it (Debian, Ubuntu: apt install sqlite3; macOS has it) and run replay again';

/** Each row of the query is one line of JSON; a row that is too long becomes an empty line. */
export function* readRows(path: string, sql: DatabaseQuery): Generator<Chunk> {
  let number = 0;
  for (let limit = MOST_ROWS; ;) {
    const text = query(path, sql({ limit, offset: number }));
    if (text === null && limit === 1) throw new Error(`row ${number + 1} is larger than ${PAGE_BYTES >> 20} MB`);
    if (text === null) {
      limit = Math.ceil(limit / 4);
      continue;
    }
    const lines = text.split('\n').slice(0, -1);
    yield {
      bytes: Buffer.byteLength(text),
      lines: lines.map((line) => ({ number: (number += 1), text: line === '' ? null : line, ended: true })),
    };
    if (lines.length < limit) return;
    limit = Math.min(limit * 2, MOST_ROWS);
  }
}

/** Null: the answer is larger than a page. */
function query(path: string, sql: string): string | null {
  // The person's ~/.sqliterc changes no format.
  const argv = ['-batch', '-readonly', '-init', devNull, '-cmd', '.timeout 2000', addressOf(path), sql];
  const { error, status, stdout, stderr } = spawnSync('sqlite3', argv, { encoding: 'utf8', maxBuffer: PAGE_BYTES });
  const code = error !== undefined && 'code' in error ? error.code : undefined;
  if (code === 'ENOBUFS') return null;
  if (code === 'ENOENT') throw new Error(NO_PROGRAM);
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`sqlite3 says: ${stderr.trim().split('\n')[0] || `exit code ${status}`}`);
  return stdout;
}

/** Where the agent has left no journal, nobody writes: then the file is read as it is, without the two files that SQLite puts beside it otherwise. */
function addressOf(path: string): string {
  const { href } = pathToFileURL(resolve(path));
  return existsSync(`${path}-wal`) ? `${href}?mode=ro` : `${href}?immutable=1`;
}
