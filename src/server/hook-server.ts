import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerText } from '../resident/answer-text.ts';
import type { OpenHook } from '../resident/open-hook.ts';
import type { HookCall } from '../resident/resident-hook.ts';
import { isForeign } from './guard.ts';

export interface HookServerOptions {
  hook: OpenHook;
  version: string;
  /** Callers must send it as `Authorization: Bearer …`. */
  token: string | null;
}

/** A Write of a large file is the largest payload there is. */
const LARGEST_BODY = 32 * 1024 * 1024;

/**
 * `POST /hook` for handlers of type `http`: the payload as the body, the dispatcher's answer as the response. The agent reads a refusal from a 2xx answer
 * only, so every decision is a 200; anything else says that there was none, and `onFailure: "block"` decides.
 */
export function createHookServer(options: HookServerOptions): Server {
  return createServer((request, response) => {
    const refusal = isForeign(request, options.token);
    if (refusal !== null) return reply(response, refusal.status, { error: refusal.why });
    const [path, query = ''] = (request.url ?? '/').split('?', 2);
    if (path === '/health' && request.method === 'GET')
      return reply(response, 200, { ok: true, version: options.version });
    if (path !== '/hook') return reply(response, 404, { error: 'POST /hook, or GET /health' });
    if (request.method !== 'POST') return reply(response, 405, { error: 'POST the hook payload' }, { allow: 'POST' });
    readBody(request, (body) => {
      if (body === null) {
        reply(response, 413, { error: `a payload has at most ${LARGEST_BODY} bytes` }, { connection: 'close' });
        return;
      }
      const answer = answerText(options.hook.answer(body, callOf(query)));
      // No answer leaves before its line is in the trail.
      options.hook.settled(() => send(response, 200, answer));
    });
  });
}

function callOf(query: string): HookCall {
  if (query === '') return {};
  const given = new URLSearchParams(query);
  const word = (name: string) => given.get(name) ?? undefined;
  return { agent: word('agent'), event: word('event'), projectDir: word('project') };
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
    const [only] = chunks;
    if (size > LARGEST_BODY) done(null);
    else
      done(chunks.length === 1 && only !== undefined ? only.toString('utf8') : Buffer.concat(chunks).toString('utf8'));
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
