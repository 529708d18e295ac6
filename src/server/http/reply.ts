import type { ServerResponse } from 'node:http';

export interface Refusal {
  status: number;
  /** A word for programs. */
  code: string;
  message: string;
  /** What to do. */
  hint?: string | undefined;
  headers?: Record<string, string>;
  /** The rest of the request is not read. */
  hangUp?: boolean;
}

/** A client that is still sending may find the connection closed. It gets this long to read why. */
export const LINGER_MS = 500;

/** `{"error":{"code","message","hint"}}`. */
export function refuse(response: ServerResponse, { status, code, message, hint, headers = {}, hangUp }: Refusal): void {
  if (response.headersSent || response.destroyed) return;
  const text = `${JSON.stringify({ error: { code, message, ...(hint === undefined ? {} : { hint }) } })}\n`;
  const retry = status === 503 ? { 'retry-after': '1' } : {};
  const close = hangUp === true ? { connection: 'close' } : {};
  const head = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...retry,
    ...close,
    ...headers,
  };
  if (hangUp !== true) return void response.writeHead(status, head).end(text);
  // Not ended: Node would read the rest of the request to its end, or cut the answer off with it.
  const { socket } = response;
  response.req.pause();
  response.writeHead(status, head);
  response.write(text, () => {
    setTimeout(() => socket?.destroy(), LINGER_MS).unref();
  });
}

export function replyJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  replyText(response, status, `${JSON.stringify(body)}\n`, { 'content-type': 'application/json', ...headers });
}

/** The text, not its bytes: Node then sends head and body with one write. */
export function replyText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
}
