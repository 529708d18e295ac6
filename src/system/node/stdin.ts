import { readSync } from 'node:fs';
import { pause } from './pause.ts';

const CHUNK = 64 * 1024;
const MOST = 64 * 1024 * 1024;
const PAUSE_MS = 3;

export type StdinText = { ok: true; text: string } | { ok: false; problem: string };

/**
 * All of standard input, without setting up a stream. Stops as soon as the text is whole JSON: an agent that keeps its end of the pipe open must not
 * hold the hook until its timeout, because a hook that times out lets the action through.
 */
export function readStdin(deadline: number): StdinText {
  const chunks: Buffer[] = [];
  let length = 0;
  for (;;) {
    const buffer = Buffer.allocUnsafe(CHUNK);
    const got = readChunk(buffer);
    if (got === 'none-yet') {
      if (Date.now() > deadline) return { ok: false, problem: 'it did not arrive in time' };
      pause(PAUSE_MS);
      continue;
    }
    if (got === 0) break;
    chunks.push(buffer.subarray(0, got));
    length += got;
    if (length > MOST) return { ok: false, problem: `it is larger than ${MOST / 1024 / 1024} MB` };
    if (got < CHUNK && endsObject(buffer, got)) {
      const text = textOf(chunks);
      if (isJson(text)) return { ok: true, text };
    }
  }
  return { ok: true, text: textOf(chunks) };
}

/** Mostly there is one. */
function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks;
  return (chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)).toString();
}

function readChunk(buffer: Buffer): number | 'none-yet' {
  try {
    return readSync(0, buffer, 0, buffer.length, null);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EAGAIN') return 'none-yet';
    // Windows says so at the end of a pipe.
    if (code === 'EOF') return 0;
    throw error;
  }
}

function endsObject(buffer: Buffer, length: number): boolean {
  let end = length - 1;
  while (end >= 0 && (buffer[end] ?? 0) <= 32) end--;
  return buffer[end] === 0x7d;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
