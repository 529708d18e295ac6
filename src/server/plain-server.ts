import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isForeign } from './guard.ts';

export interface PlainServerOptions {
  version: string;
  /** Callers must send it as `Authorization: Bearer …`. */
  token: string | null;
  answer: Answer;
}

/** Calls back with the text of a 200 answer. */
export type Answer = (body: string, query: string, done: (text: string) => void) => void;

/** A Write of a large file is the largest payload there is. */
const LARGEST_BODY = 32 * 1024 * 1024;

/** `POST /hook` and `GET /health` on `node:http`: whatever a caller sends, this says what the answer is. */
export function createPlainServer({ version, token, answer }: PlainServerOptions): Server {
  return createServer((request, response) => {
    const refusal = isForeign(request.headers, token);
    if (refusal !== null) return reply(response, refusal.status, { error: refusal.why });
    const [path, query = ''] = (request.url ?? '/').split('?', 2);
    if (path === '/health' && request.method === 'GET') return reply(response, 200, { ok: true, version });
    if (path !== '/hook') return reply(response, 404, { error: 'POST /hook, or GET /health' });
    if (request.method !== 'POST') return reply(response, 405, { error: 'POST the hook payload' }, { allow: 'POST' });
    readBody(request, (body) => {
      if (body === null)
        reply(response, 413, { error: `a payload has at most ${LARGEST_BODY} bytes` }, { connection: 'close' });
      else answer(body, query, (text) => send(response, 200, text));
    });
  });
}

/** Null: too long. A caller that goes away is nobody's error. */
function readBody(request: IncomingMessage, done: (body: string | null) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('error', () => undefined);
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
  });
  request.on('end', () => {
    if (size > LARGEST_BODY) done(null);
    else done(Buffer.concat(chunks).toString('utf8'));
  });
}

function reply(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  send(response, status, `${JSON.stringify(body)}\n`);
}

/** The text, not its bytes: Node then sends head and body with one write. */
function send(response: ServerResponse, status: number, text: string): void {
  if (text === '') response.writeHead(status, { 'content-length': 0 }).end();
  else
    response
      .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      .end(text);
}
