import { closeSync, openSync, readSync } from 'node:fs';

export interface FileLine {
  offset: number;
  /** Bytes, the newline included. */
  length: number;
  /** Without the newline; null when it is not valid UTF-8 or longer than any line of ours. */
  text: string | null;
  /** False for what stands behind the last newline. */
  ended: boolean;
}

const CHUNK = 256 * 1024;
const LONGEST = 1024 * 1024;
const NEWLINE = 10;

/** The lines of a file between two places, one by one, whatever its size. No lines when there is no such file. */
export function* fileLines(path: string, from = 0, to = Infinity): Generator<FileLine> {
  const file = openOrNull(path);
  if (file === null) return;
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    let pending: Buffer[] = [];
    let held = 0;
    let start = from;
    const line = (bytes: Buffer, ended: boolean): FileLine => {
      const length = held + bytes.length;
      const text = length > LONGEST ? null : decoded(Buffer.concat([...pending, bytes]), ended);
      const found = { offset: start, length, text, ended };
      start += length;
      pending = [];
      held = 0;
      return found;
    };
    for (let at = from; at < to;) {
      const got = readSync(file, buffer, 0, Math.min(CHUNK, to - at), at);
      if (got === 0) break;
      at += got;
      let begin = 0;
      for (;;) {
        const end = buffer.subarray(0, got).indexOf(NEWLINE, begin);
        if (end < 0) break;
        yield line(Buffer.from(buffer.subarray(begin, end + 1)), true);
        begin = end + 1;
      }
      const rest = Buffer.from(buffer.subarray(begin, got));
      // Of a line that is far too long only its length is kept.
      if (held + rest.length <= LONGEST) pending.push(rest);
      held += rest.length;
    }
    if (held > 0) yield line(Buffer.alloc(0), false);
  } finally {
    closeSync(file);
  }
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decoded(bytes: Buffer, ended: boolean): string | null {
  try {
    return STRICT.decode(ended ? bytes.subarray(0, -1) : bytes);
  } catch {
    return null;
  }
}
