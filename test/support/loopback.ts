import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpAnswer, Lane, ObservedCase, Turn } from '../oracle/observed-case.ts';

/** One server on loopback that plays the http hooks and the model of a case. */
export interface Loopback {
  port: number;
  hookRequests: number;
  evaluatorRequests: number;
  close(): Promise<void>;
}

export async function startLoopback(observed: Pick<ObservedCase, 'hooks' | 'lanes' | 'side'>): Promise<Loopback> {
  const lanes = [
    ...(observed.lanes ?? []),
    ...(observed.side ?? []).map(({ match, replies }) => ({ match, turns: replies })),
  ];
  const scripts = lanes.map((lane) => ({ ...lane, turns: [...lane.turns] }));
  const loopback = { port: 0, hookRequests: 0, evaluatorRequests: 0 };
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const hook = /^\/hook\/(\w+)/.exec(request.url ?? '')?.[1];
      if (hook !== undefined) {
        loopback.hookRequests += 1;
        answerHook(observed.hooks?.[hook] ?? {}, request, response);
      } else {
        loopback.evaluatorRequests += 1;
        answerModel(scripts, body, response);
      }
    });
  });
  await listen(server);
  loopback.port = (server.address() as AddressInfo).port;
  const close = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return Object.assign(loopback, { close });
}

/** A port on which nothing listens. */
export async function deadPort(): Promise<number> {
  const server = createServer();
  await listen(server);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function answerHook(answer: HttpAnswer, request: IncomingMessage, response: ServerResponse): void {
  if (answer.reset === true) return void request.socket.destroy();
  const send = (): void => {
    const text = answer.raw ?? (answer.body === undefined ? '' : JSON.stringify(answer.body));
    response.writeHead(answer.status ?? 200, answer.headers ?? { 'content-type': 'application/json' }).end(text);
  };
  if (answer.delayMs === undefined) send();
  else setTimeout(send, answer.delayMs).unref();
}

function answerModel(scripts: Lane[], body: string, response: ServerResponse): void {
  const script = scripts.find(({ match }) => body.includes(match));
  const turn = script?.turns.shift() ?? 'ok';
  if (typeof turn === 'object' && 'error' in turn) {
    response.writeHead(turn.error.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ type: 'error', error: { type: 'api_error', message: 'scripted' } }));
    return;
  }
  const delayMs = typeof turn === 'object' && 'delayMs' in turn ? Number(turn.delayMs) : 0;
  setTimeout(() => sendMessage(turn, response), delayMs).unref();
}

function sendMessage(turn: Exclude<Turn, { error: unknown }>, response: ServerResponse): void {
  const content = contentOf(turn);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content,
      stop_reason: content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    }),
  );
}

let calls = 0;

function contentOf(turn: Exclude<Turn, { error: unknown }>) {
  if (typeof turn === 'string') return [{ type: 'text', text: turn }];
  const blocks = Array.isArray(turn) ? turn : ((turn as { blocks?: { tool?: string; text?: string }[] }).blocks ?? []);
  return (blocks as { tool?: string; input?: unknown; text?: string }[]).map((block) =>
    block.tool === undefined
      ? { type: 'text', text: block.text ?? '' }
      : { type: 'tool_use', id: `toolu_${(calls += 1)}`, name: block.tool, input: block.input ?? {} },
  );
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}
