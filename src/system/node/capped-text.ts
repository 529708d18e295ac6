const LONGEST_FIRST_LINE = 4096;

function endsObject(chunk: Buffer): boolean {
  return chunk[chunk.length - 1] === 0x7d;
}

export type CappedText = ReturnType<typeof capped>;

/** Collects at most `maxBytes` of a stream in one buffer, however small the pieces; the rest is counted and dropped. */
export function capped(maxBytes: number, onFirstLine?: (line: string) => void) {
  let buffer = Buffer.alloc(0);
  let kept = 0;
  let seen = 0;
  let awaitsLine = onFirstLine !== undefined;

  function push(chunk: Buffer): void {
    seen += chunk.length;
    if (kept < maxBytes) {
      const part = chunk.subarray(0, maxBytes - kept);
      makeRoom(kept + part.length);
      part.copy(buffer, kept);
      kept += part.length;
    }
    if (awaitsLine) lookForLine(chunk);
  }

  function makeRoom(needed: number): void {
    if (needed <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(needed, 2 * buffer.length)));
    buffer.copy(larger, 0, 0, kept);
    buffer = larger;
  }

  function lookForLine(chunk: Buffer): void {
    if (!chunk.includes(0x0a)) {
      // Looking on would cost a copy of all that was kept for every piece of a flood.
      if (kept > LONGEST_FIRST_LINE) awaitsLine = false;
      // A line that may go on is shown as well: a short answer is often printed without a newline.
      if (kept > LONGEST_FIRST_LINE || !endsObject(chunk)) return;
    }
    const [line = '', rest] = text().split('\n', 2);
    awaitsLine = rest === undefined;
    onFirstLine?.(line);
  }

  function text(): string {
    return buffer.toString('utf8', 0, kept);
  }

  return { push, text, seen: () => seen, truncated: () => seen > kept };
}
