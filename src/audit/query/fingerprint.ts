import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { textKey } from '../../system/node/text-key.ts';

const SAMPLE = 1024;

/**
 * What stands in a file before an offset, in short: which file it is, how it begins, and the last bytes before the offset. Null when the file is gone
 * or shorter. It tells a file that has grown from one that was replaced or cut; a changed byte in the middle is for `audit verify` to find.
 */
export function fingerprint(path: string, offset: number): string | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    const { size, ino } = fstatSync(file);
    if (size < offset) return null;
    const head = bytesOf(file, 0, Math.min(SAMPLE, offset));
    const tail = bytesOf(file, Math.max(0, offset - SAMPLE), offset);
    return textKey(`${ino} ${offset} ${head} ${tail}`);
  } finally {
    closeSync(file);
  }
}

function bytesOf(file: number, from: number, to: number): string {
  const buffer = Buffer.alloc(to - from);
  const got = readSync(file, buffer, 0, buffer.length, from);
  return buffer.toString('latin1', 0, got);
}
