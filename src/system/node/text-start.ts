import { closeSync, openSync, readSync } from 'node:fs';

/** The first `limit` characters of a file. */
export function readStart(path: string, limit: number): string {
  const file = openSync(path, 'r');
  try {
    // A character takes up to four bytes.
    const buffer = Buffer.alloc(Math.min(limit * 4, 64 * 1024 * 1024));
    let filled = 0;
    for (let got = -1; got !== 0 && filled < buffer.length; filled += got)
      got = readSync(file, buffer, filled, buffer.length - filled, null);
    return buffer.toString('utf8', 0, filled).slice(0, limit);
  } finally {
    closeSync(file);
  }
}
