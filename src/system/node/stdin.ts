import { isJson } from '../../protocol/text/json-problem.ts';
import { constants, fstatSync, openSync, readSync } from 'node:fs';
import type * as net from 'node:net';
import type { StdinText } from '../ports.ts';
import { pause } from './pause.ts';

const CHUNK = 64 * 1024;
const MOST = 64 * 1024 * 1024;
const LARGE = 1024 * 1024;
const PAUSE_MS = 3;

/** However small the budget is, a payload on its way is waited for. */
const LEAST_MS = 1_000;

/**
 * All of standard input, without setting up a stream. Stops as soon as the text is whole JSON: an agent that keeps its end of the pipe open must not
 * hold the hook until its timeout, because a hook that times out lets the action through.
 */
export function readStdin(deadline: number): StdinText {
  const until = Math.max(deadline, Date.now() + LEAST_MS);
  const input = withoutBlocking();
  const chunks: Buffer[] = [];
  let length = 0;
  let tried = 0;
  for (;;) {
    const buffer = Buffer.allocUnsafe(CHUNK);
    const got = readChunk(input, buffer);
    if (got === 'none-yet') {
      const isTimeUp = Date.now() > until;
      // Parsing a giant payload takes a second, so that one is tried only when the agent has not closed its end in time.
      if ((isTimeUp || (length > tried && length < LARGE)) && endsObject(chunks)) {
        const text = textOf(chunks);
        if (isJson(text)) return { ok: true, text };
      }
      if (isTimeUp) return { ok: false, problem: 'it did not arrive in time' };
      tried = length;
      pause(PAUSE_MS);
      continue;
    }
    if (got === 0) break;
    chunks.push(buffer.subarray(0, got));
    length += got;
    if (length > MOST) return { ok: false, problem: `it is larger than ${MOST / 1024 / 1024} MB` };
  }
  return { ok: true, text: textOf(chunks) };
}

/**
 * A descriptor of standard input that answers at once when nothing has come yet: a read that blocks cannot watch the clock. Linux opens a pipe again;
 * a socket, which is what Node and its like hand to their children, stops blocking once a `net.Socket` has it. Files never block.
 */
function withoutBlocking(): number {
  try {
    const stat = fstatSync(0);
    if (stat.isFIFO() && process.platform === 'linux')
      return openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK);
    if (stat.isFIFO() || stat.isSocket()) new (require('node:net') as typeof net).Socket({ fd: 0 }).unref();
  } catch {
    // The plain read still works; it only waits as long as the agent does.
  }
  return 0;
}

/** Mostly there is one. */
function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks;
  return (chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)).toString();
}

function readChunk(input: number, buffer: Buffer): number | 'none-yet' {
  try {
    return readSync(input, buffer, 0, buffer.length, null);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EAGAIN') return 'none-yet';
    // Windows says so at the end of a pipe.
    if (code === 'EOF') return 0;
    throw error;
  }
}

function endsObject(chunks: readonly Buffer[]): boolean {
  const last = chunks.at(-1) ?? Buffer.alloc(0);
  let end = last.length - 1;
  while (end >= 0 && (last[end] ?? 0) <= 32) end--;
  return last[end] === 0x7d;
}
