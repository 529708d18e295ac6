import { closeSync, openSync, readSync } from 'node:fs';

export interface FileLinesOptions {
  /** How much is read at once. */
  chunkBytes?: number | undefined;
  /** A longer line is passed over, so that a line of a gigabyte costs no more memory than this. */
  longestLine?: number | undefined;
}

export interface Line {
  /** Counted from 1. */
  number: number;
  /** Without its end; null: too long. */
  text: string | null;
  /** False for what follows the last newline. */
  ended: boolean;
}

/** The lines that end within one chunk of the file. */
export interface Chunk {
  bytes: number;
  lines: Line[];
}

const NEWLINE = 10;

/** The file is opened again for each chunk: hundreds of subagents' files that are read side by side hold no descriptors. */
export function* readChunks(path: string, options: FileLinesOptions = {}): Generator<Chunk> {
  const { chunkBytes = 1 << 20, longestLine = 16 << 20 } = options;
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let number = 0;
  let unfinished: Buffer[] = [];
  let unfinishedBytes = 0;

  const finishLine = (rest: Buffer, { ended }: Pick<Line, 'ended'>): Line => {
    const tooLong = unfinishedBytes + rest.length > longestLine;
    const bytes = unfinished.length === 0 ? rest : Buffer.concat([...unfinished, rest]);
    unfinished = [];
    unfinishedBytes = 0;
    return { number: (number += 1), text: tooLong ? null : bytes.toString('utf8'), ended };
  };

  for (let position = 0; ;) {
    const bytes = readAt(path, buffer, position);
    if (bytes === 0) break;
    const chunk = buffer.subarray(position === 0 ? byteOrderMark(buffer, bytes) : 0, bytes);
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      lines.push(finishLine(chunk.subarray(start, end), { ended: true }));
      start = end + 1;
    }
    unfinishedBytes += chunk.length - start;
    if (unfinishedBytes > longestLine) unfinished = [];
    else if (start < chunk.length) unfinished.push(Buffer.from(chunk.subarray(start)));
    position += bytes;
    yield { bytes, lines };
  }
  if (unfinishedBytes > 0) yield { bytes: 0, lines: [finishLine(Buffer.alloc(0), { ended: false })] };
}

function readAt(path: string, buffer: Buffer, position: number): number {
  const file = openSync(path, 'r');
  try {
    return readSync(file, buffer, 0, buffer.length, position);
  } finally {
    closeSync(file);
  }
}

/** A byte order mark is not part of the first line. */
function byteOrderMark(buffer: Buffer, bytes: number): number {
  return bytes >= 3 && buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0;
}
