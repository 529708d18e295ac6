import { closeSync, openSync, readSync } from 'node:fs';
import { EXACT_BYTES, MOST_BYTES } from '../line-limits.ts';

const CHUNK = 256 * 1024;

/** Newlines of a regular file, as `wc -l` counts them. Stops once the answer is settled. */
export function countLines(path: string, size: number, limit: number): { count: number; exact: boolean } | undefined {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(size, 1)));
    let count = 0;
    let read = 0;
    for (;;) {
      const got = readSync(file, buffer, 0, buffer.length, null);
      if (got === 0) return { count, exact: true };
      read += got;
      for (let at = buffer.indexOf(10); at >= 0 && at < got; at = buffer.indexOf(10, at + 1)) count++;
      if (count > limit && size > EXACT_BYTES) return { count, exact: false };
      if (read > MOST_BYTES) return undefined;
    }
  } finally {
    closeSync(file);
  }
}
