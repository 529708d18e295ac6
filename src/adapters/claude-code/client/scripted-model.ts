import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model says in one turn: a message, which ends the turn, or tool calls. */
export type ScriptedTurn = string | readonly { tool: string; input: Record<string, unknown> }[];

export interface ModelMessage {
  role: string;
  content: string | readonly Record<string, unknown>[];
}

export interface ScriptedModel {
  /** On loopback, for `ANTHROPIC_BASE_URL`. */
  url: string;
  /** The messages of every request of the conversation, in order. */
  conversation: ModelMessage[][];
  close: () => Promise<void>;
}

/** Said when the script is at its end, and to side questions such as "what is the title?". */
const NOTHING_MORE = 'The script has ended.';

/** Just enough of the Messages API for a client to play a whole session with, offline. */
export async function startScriptedModel(turns: readonly ScriptedTurn[]): Promise<ScriptedModel> {
  const conversation: ModelMessage[][] = [];
  const answer = (body: Record<string, unknown>): Block[] => {
    // Side questions come without tools.
    if (!Array.isArray(body['tools']) || body['tools'].length === 0) return blocksOf(NOTHING_MORE, 'side');
    const turn = turns[conversation.length] ?? NOTHING_MORE;
    conversation.push(body['messages'] as ModelMessage[]);
    return blocksOf(turn, String(conversation.length));
  };
  const server = createServer((request, response) => {
    void readBody(request).then((text) => reply(request, response, text, answer));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    conversation,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

type Block =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> };

function blocksOf(turn: ScriptedTurn, turnName: string): Block[] {
  if (typeof turn === 'string') return [{ type: 'text', text: turn }];
  return turn.map(({ tool, input }, index) => ({
    type: 'tool_use',
    id: `toolu_scripted_${turnName}_${index}`,
    name: tool,
    input,
  }));
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return text;
}

function reply(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  answer: (body: Record<string, unknown>) => Block[],
): void {
  const path = new URL(request.url ?? '/', 'http://model').pathname;
  if (request.method === 'POST' && path === '/v1/messages') {
    const body = JSON.parse(text) as Record<string, unknown>;
    return sendMessage(response, body, answer(body));
  }
  if (path === '/v1/messages/count_tokens') return sendJson(response, 200, { input_tokens: 100 });
  if (path === '/v1/models') return sendJson(response, 200, { data: [], has_more: false });
  if (request.method === 'HEAD' || path === '/') return void response.writeHead(200).end();
  sendJson(response, 404, { type: 'error', error: { type: 'not_found_error', message: path } });
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

const USAGE = { input_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 10 };

function sendMessage(response: ServerResponse, body: Record<string, unknown>, blocks: readonly Block[]): void {
  const stop_reason = blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
  // The client takes messages of one id for one message.
  const head = {
    id: `msg_${randomUUID()}`,
    type: 'message',
    role: 'assistant',
    model: body['model'],
    stop_sequence: null,
  };
  if (body['stream'] !== true) return sendJson(response, 200, { ...head, content: blocks, stop_reason, usage: USAGE });
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  const send = (type: string, fields: object): void =>
    void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  send('message_start', { message: { ...head, content: [], stop_reason: null, usage: USAGE } });
  blocks.forEach((block, index) => {
    send('content_block_start', { index, content_block: emptied(block) });
    send('content_block_delta', { index, delta: deltaOf(block) });
    send('content_block_stop', { index });
  });
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: USAGE });
  send('message_stop', {});
  response.end();
}

function emptied(block: Block): Block {
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} };
}

function deltaOf(block: Block): object {
  return block.type === 'text'
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
}
