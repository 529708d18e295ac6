import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';

export interface FileLine {
  offset: number;
  /** Bytes, the newline included. */
  length: number;
  /** Without the newline; null when it is longer than any line that hookctl writes. */
  text: string | null;
  /** Where in `text` the part begins that is UTF-8 for certain, up to its end; 0 for nearly every line. A kill may leave half a character. */
  soundFrom: number;
  /** False for the text after the last newline. */
  ended: boolean;
}

const CHUNK = 256 * 1024;
const LONGEST = 1024 * 1024;
const NEWLINE = 10;
const TOO_LONG = { text: null, soundFrom: 0 };

/** The lines of a file between two places, one by one, whatever its size. No lines when there is no such file. */
export function* fileLines(path: string, from = 0, to = Infinity): Generator<FileLine> {
  const file = openOrNull(path);
  if (file === null) return;
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    let pending: Buffer[] = [];
    let held = 0;
    let start = from;
    const finishLine = (bytes: Buffer, { ended }: Pick<FileLine, 'ended'>): FileLine => {
      const length = held + bytes.length;
      const whole = held === 0 ? bytes : Buffer.concat([...pending, bytes]);
      const line = { offset: start, length, ended, ...(length > LONGEST ? TOO_LONG : decoded(whole, { ended })) };
      start += length;
      pending = [];
      held = 0;
      return line;
    };
    for (let at = from; at < to;) {
      const got = readSync(file, buffer, 0, Math.min(CHUNK, to - at), at);
      if (got === 0) break;
      at += got;
      const filled = buffer.subarray(0, got);
      let begin = 0;
      for (;;) {
        const end = filled.indexOf(NEWLINE, begin);
        if (end < 0) break;
        yield finishLine(filled.subarray(begin, end + 1), { ended: true });
        begin = end + 1;
      }
      const rest = Buffer.from(filled.subarray(begin));
      // Of a line that is far too long only its length is kept.
      if (held + rest.length <= LONGEST) pending.push(rest);
      held += rest.length;
    }
    if (held > 0) yield finishLine(Buffer.alloc(0), { ended: false });
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

/** A strict TextDecoder does the same, and takes ten times as long for a line. */
function decoded(bytes: Buffer, { ended }: Pick<FileLine, 'ended'>): Pick<FileLine, 'text' | 'soundFrom'> {
  const line = ended ? bytes.subarray(0, -1) : bytes;
  const text = line.toString('utf8');
  return { text, soundFrom: isUtf8(line) ? 0 : text.lastIndexOf('\uFFFD') + 1 };
}
