const LONGEST_FIRST_LINE = 4096;

function endsObject(chunk: Buffer): boolean {
  return chunk[chunk.length - 1] === 0x7d;
}

/** Collects at most `maxBytes` of a stream; the rest is counted and dropped. */
export function capped(maxBytes: number, onFirstLine?: (line: string) => void) {
  const chunks: Buffer[] = [];
  let kept = 0;
  let seen = 0;
  let awaitsLine = onFirstLine !== undefined;

  function push(chunk: Buffer): void {
    seen += chunk.length;
    if (kept < maxBytes) {
      const part = chunk.subarray(0, maxBytes - kept);
      chunks.push(part);
      kept += part.length;
    }
    if (awaitsLine) lookForLine(chunk);
  }

  function lookForLine(chunk: Buffer): void {
    // A line that may go on is shown as well: a short answer is often printed without a newline.
    if (!chunk.includes(0x0a) && (kept > LONGEST_FIRST_LINE || !endsObject(chunk))) return;
    const [line = '', rest] = Buffer.concat(chunks).toString('utf8').split('\n', 2);
    awaitsLine = rest === undefined;
    onFirstLine?.(line);
  }

  return { push, text: () => Buffer.concat(chunks).toString('utf8'), truncated: () => seen > kept };
}
