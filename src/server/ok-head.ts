let lastDate = { second: NaN, text: '' };

/** The head of a 200 answer, byte for byte as `node:http` writes it. */
export function okHead(bodyLength: number, now: number, keepAliveMs: number): string {
  const second = Math.floor(now / 1000);
  if (lastDate.second !== second) lastDate = { second, text: new Date(now).toUTCString() };
  const type = bodyLength === 0 ? '' : 'content-type: application/json\r\n';
  return (
    `HTTP/1.1 200 OK\r\n${type}content-length: ${bodyLength}\r\nDate: ${lastDate.text}\r\n` +
    `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n\r\n`
  );
}
