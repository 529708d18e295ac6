import { type Answer, serve } from './http-server.ts';

export type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: unknown };

interface ModelRequest {
  model: string;
  system: string;
  messages: { role: string; content: unknown }[];
  tools?: { name: string }[];
  output_config?: unknown;
}

/** The content of one reply; a number is an HTTP status; null: no answer ever. */
export type Turn = Block[] | number | null;

/** A Messages API that plays its turns in order and repeats the last one. */
export async function serveModel(...turns: Turn[]) {
  let next = 0;
  const answer: Answer = (response) => {
    const turn = turns[Math.min(next, turns.length - 1)] ?? null;
    next += 1;
    if (turn === null) return;
    if (typeof turn === 'number') {
      const error = { type: 'error', error: { type: 'api_error', message: 'scripted failure' } };
      response.writeHead(turn, { 'content-type': 'application/json' }).end(JSON.stringify(error));
      return;
    }
    const stop_reason = turn.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: turn, stop_reason, usage };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message));
  };
  const server = await serve(answer);
  return {
    env: { ANTHROPIC_API_KEY: 'key-1', ANTHROPIC_BASE_URL: server.origin },
    seen: server.seen,
    requests: () => server.seen.map((one) => JSON.parse(one.body) as ModelRequest),
  };
}

export function say(text: string): Block[] {
  return [{ type: 'text', text }];
}

let calls = 0;

export function call(name: string, input: unknown): Block {
  calls += 1;
  return { type: 'tool_use', id: `toolu_${calls}`, name, input };
}
