import { closeSync, openSync, readSync } from 'node:fs';

export interface LineReaderOptions {
  /** How much is read at once. */
  chunkBytes?: number;
  /** A longer line is passed over, so that one line of a gigabyte costs no more memory than this. */
  longestLine?: number;
}

export interface LineReader {
  /** The next line without its end; `null` at the end of the file. The bytes are good until the next call. */
  next: () => Line | null;
  /** Where in the file reading has come to. */
  position: () => number;
}

export type Line =
  /** `offset`: where in the file its bytes begin. */
  { number: number; tooLong: false; bytes: Buffer; offset: number; last: boolean } | { number: number; tooLong: true };

export const CHUNK_BYTES = 1 << 20;
export const LONGEST_LINE = 16 << 20;

const NEWLINE = 10;

/** Lines found on bytes: no line is made a string before somebody wants it. The file is opened for each chunk, so that hundreds of readers hold no descriptor. */
export function readLinesOf(path: string, options: LineReaderOptions = {}): LineReader {
  const { chunkBytes = CHUNK_BYTES, longestLine = LONGEST_LINE } = options;
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let [start, end, position, number] = [0, 0, 0, 0];
  let held: Buffer[] = [];
  let heldBytes = 0;
  let tooLong = false;

  const hold = () => {
    heldBytes += end - start;
    if (heldBytes > longestLine) {
      tooLong = true;
      held = [];
    } else if (end > start) held.push(Buffer.from(chunk.subarray(start, end)));
    start = end;
  };

  const finish = (to: number, last: boolean): Line => {
    number++;
    const length = heldBytes + to - start;
    const line: Line =
      tooLong || length > longestLine
        ? { number, tooLong: true }
        : {
            number,
            tooLong: false,
            last,
            offset: position - end + start - heldBytes,
            bytes: joined(held, chunk.subarray(start, to)),
          };
    held = [];
    heldBytes = 0;
    tooLong = false;
    return line;
  };

  const next = (): Line | null => {
    for (;;) {
      if (start < end) {
        const found = chunk.indexOf(NEWLINE, start);
        if (found !== -1 && found < end) {
          const line = finish(found, false);
          start = found + 1;
          return line;
        }
        hold();
      }
      const got = readChunk(path, chunk, position);
      if (got === 0) return heldBytes > 0 ? finish(start, true) : null;
      start = position === 0 ? markLength(chunk, got) : 0;
      end = got;
      position += got;
    }
  };

  return { next, position: () => position };
}

function joined(held: Buffer[], rest: Buffer): Buffer {
  return held.length === 0 ? rest : Buffer.concat([...held, rest]);
}

function readChunk(path: string, chunk: Buffer, position: number): number {
  const file = openSync(path, 'r');
  try {
    return readSync(file, chunk, 0, chunk.length, position);
  } finally {
    closeSync(file);
  }
}

/** Reads a line again that was found before. */
export function readAgain(path: string, offset: number, length: number): string {
  const bytes = Buffer.allocUnsafe(length);
  const file = openSync(path, 'r');
  try {
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, length, offset));
  } finally {
    closeSync(file);
  }
}

/** A byte order mark is no part of the first line. */
function markLength(chunk: Buffer, got: number): number {
  return got >= 3 && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0;
}
