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
    if (!chunk.includes(0x0a) && kept < maxBytes) return;
    awaitsLine = false;
    onFirstLine?.(Buffer.concat(chunks).toString('utf8').split('\n', 1)[0] ?? '');
  }

  return { push, text: () => Buffer.concat(chunks).toString('utf8'), truncated: () => seen > kept };
}
