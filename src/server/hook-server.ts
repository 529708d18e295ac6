import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerText } from '../hook/resident/answer-text.ts';
import type { OpenHook } from '../hook/resident/open-hook.ts';
import type { HookCall } from '../hook/resident/resident-hook.ts';
import { refuseCaller } from './caller.ts';

export interface HookServerOptions {
  hook: OpenHook;
  version: string;
  /** Callers must send it as `Authorization: Bearer …`. */
  token: string | null;
}

/** A Write of a large file is the largest payload there is. */
const LARGEST_BODY = 32 * 1024 * 1024;

/**
 * `POST /hook` for handlers of type `http`: the payload is the body, the dispatcher's answer is the response. The agent
 * reads a refusal from a 2xx answer only, so every decision is a 200; any other status means that there was no
 * decision, and `onFailure: "block"` decides. `GET /health` says that the server is there.
 */
export function createHookServer({ hook, version, token }: HookServerOptions): Server {
  return createServer((request, response) => {
    const refusal = refuseCaller(request.headers, token);
    if (refusal !== null) return reply(response, refusal.status, { error: refusal.why });
    const [path, query = ''] = (request.url ?? '/').split('?', 2);
    if (path === '/health' && request.method === 'GET') return reply(response, 200, { ok: true, version });
    if (path !== '/hook') return reply(response, 404, { error: 'POST /hook, or GET /health' });
    if (request.method !== 'POST') return reply(response, 405, { error: 'POST the hook payload' }, { allow: 'POST' });
    readBody(request, (body) => {
      if (body === null) {
        const error = `a payload has at most ${LARGEST_BODY} bytes`;
        return reply(response, 413, { error }, { connection: 'close' });
      }
      const answer = answerText(hook.answer(body, callOf(query)));
      // No answer leaves before its line is in the trail.
      hook.settled(() => send(response, 200, answer));
    });
  });
}

function callOf(query: string): HookCall {
  if (query === '') return {};
  const parameters = new URLSearchParams(query);
  const parameter = (name: string) => parameters.get(name) ?? undefined;
  return { agent: parameter('agent'), event: parameter('event'), projectDir: parameter('project') };
}

/** Null: too long. It is no error when a caller goes away. */
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
