// A scripted model on loopback, for clients of four APIs: OpenAI Responses and Chat, Gemini, Anthropic Messages.
// A turn is a message, or one tool call { tool, input }; a string as input makes a free-form call. Which turn is next is read off the request: the number of
// things that the model has said in it. So a refused stop, a retry and a question on the side (without tools) do not confuse the script.
import http from 'node:http';

export async function startModel(turns) {
  const requests = [];
  const server = http.createServer((request, response) => {
    let raw = '';
    request.setEncoding('utf8').on('data', (text) => (raw += text));
    request.on('end', () => {
      const path = request.url.split('?')[0];
      const api = APIS.find(({ matches }) => matches.test(path));
      if (request.method === 'GET' && /\/models\/?$/.test(path)) return sendJson(response, MODELS);
      if (request.method === 'HEAD' || path === '/') return void response.writeHead(200).end();
      if (api === undefined) return sendJson(response, { error: { message: `no ${request.method} ${path}` } }, 404);
      if (/countTokens|count_tokens/.test(path)) return sendJson(response, { totalTokens: 10, input_tokens: 10 });
      const body = parse(raw);
      if (!api.hasTools(body)) return api.send(response, body, { text: 'ok' }, 'side', path);
      requests.push({ api, body });
      const turn = turns[Math.min(api.said(body), turns.length - 1)];
      api.send(response, body, typeof turn === 'string' ? { text: turn } : turn, `call_${requests.length}`, path);
    });
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** How often the model was asked. */
    calls: () => requests.length,
    /** Each request as text, without what the model itself has said and without the list of tools: what the model reads. */
    heard: () => requests.map(({ api, body }) => JSON.stringify(api.heard(body))),
    close: () => new Promise((closed) => (server.closeAllConnections(), server.close(closed))),
  };
}

const MODELS = {
  object: 'list',
  data: [{ id: 'fake-model', object: 'model', created: 1, owned_by: 'fake' }],
  models: [],
};

function parse(text) {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return {};
  }
}

function sendJson(response, body, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendEvents(response, events, { named = true, done = false } = {}) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const event of events)
    response.write(`${named ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`);
  response.end(done ? 'data: [DONE]\n\n' : '');
}

const list = (value) => (Array.isArray(value) ? value : []);

const responses = {
  matches: /\/responses$/,
  hasTools: (body) => list(body.tools).length > 0 || list(body.input).some((item) => item.type === 'additional_tools'),
  said: (body) => list(body.input).filter(isSaid).length,
  heard: (body) => list(body.input).filter((item) => !isSaid(item)),
  send(response, body, turn, id) {
    const call = { call_id: id, name: turn.tool, status: 'completed' };
    const item = !turn.tool
      ? {
          type: 'message',
          id: `msg_${id}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: turn.text, annotations: [] }],
        }
      : typeof turn.input === 'string'
        ? { type: 'custom_tool_call', id: `ctc_${id}`, ...call, input: turn.input }
        : { type: 'function_call', id: `fc_${id}`, ...call, arguments: JSON.stringify(turn.input) };
    const head = {
      id: `resp_${id}`,
      object: 'response',
      created_at: 1,
      model: body.model,
      status: 'in_progress',
      output: [],
    };
    const usage = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    };
    const completed = { ...head, status: 'completed', output: [item], usage };
    if (!body.stream) return sendJson(response, completed);
    const at = { item_id: item.id, output_index: 0 };
    const events = [
      { type: 'response.created', response: head },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
    ];
    if (item.type === 'message')
      events.push({ type: 'response.output_text.delta', ...at, content_index: 0, delta: turn.text });
    if (item.type === 'function_call')
      events.push({ type: 'response.function_call_arguments.done', ...at, arguments: item.arguments });
    events.push(
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: completed },
    );
    sendEvents(
      response,
      events.map((event, sequence_number) => ({ ...event, sequence_number })),
    );
  },
};

function isSaid(item) {
  return (item.type ?? '').endsWith('_call') || (item.role === 'assistant' && (item.type ?? 'message') === 'message');
}

const chat = {
  matches: /\/chat\/completions$/,
  hasTools: (body) => list(body.tools).length > 0,
  said: (body) => list(body.messages).filter(({ role }) => role === 'assistant').length,
  heard: (body) => list(body.messages).filter(({ role }) => role !== 'assistant'),
  send(response, body, turn, id) {
    const call = turn.tool && {
      id,
      type: 'function',
      function: { name: turn.tool, arguments: JSON.stringify(turn.input) },
    };
    const finish = call ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const head = { id: `chatcmpl-${id}`, created: 1, model: body.model };
    const message = { role: 'assistant', content: turn.text ?? null, ...(call ? { tool_calls: [call] } : {}) };
    if (!body.stream)
      return sendJson(response, {
        ...head,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: finish }],
        usage,
      });
    const chunk = (delta, finish_reason = null) => ({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason }],
    });
    const events = [
      chunk({ role: 'assistant', content: turn.text ?? null }),
      ...(call ? [chunk({ tool_calls: [{ index: 0, ...call }] })] : []),
      chunk({}, finish),
      { ...head, object: 'chat.completion.chunk', choices: [], usage },
    ];
    sendEvents(response, events, { named: false, done: true });
  },
};

const gemini = {
  matches: /\/models\/[^/]+:/,
  hasTools: (body) => list(body.tools).some(({ functionDeclarations }) => list(functionDeclarations).length > 0),
  said: (body) => list(body.contents).filter(({ role }) => role === 'model').length,
  heard: (body) => list(body.contents).filter(({ role }) => role !== 'model'),
  send(response, body, turn, id, path) {
    const { responseMimeType, responseJsonSchema } = body.generationConfig ?? {};
    // Questions for structured output: who speaks next, which model.
    const isStructured = responseMimeType === 'application/json' || responseJsonSchema !== undefined;
    const text = isStructured ? STRUCTURED : turn.text;
    const part = turn.tool && !isStructured ? { functionCall: { name: turn.tool, args: turn.input, id } } : { text };
    const answer = {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
      modelVersion: 'fake',
      responseId: `r_${id}`,
    };
    return /:streamGenerateContent/.test(path)
      ? sendEvents(response, [answer], { named: false })
      : sendJson(response, answer);
  },
};

const STRUCTURED = JSON.stringify({
  reasoning: 'scripted',
  next_speaker: 'user',
  complexity_reasoning: 'x',
  complexity_score: 10,
  model_choice: 'flash',
});

const anthropic = {
  matches: /\/v1\/messages/,
  hasTools: chat.hasTools,
  said: chat.said,
  heard: chat.heard,
  send(response, body, turn, id) {
    const block = turn.tool
      ? { type: 'tool_use', id: `toolu_${id}`, name: turn.tool, input: turn.input }
      : { type: 'text', text: turn.text };
    const stop_reason = turn.tool ? 'tool_use' : 'end_turn';
    const usage = { input_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 5 };
    const head = {
      id: `msg_${id}_${Date.now()}`,
      type: 'message',
      role: 'assistant',
      model: body.model,
      stop_sequence: null,
    };
    if (!body.stream) return sendJson(response, { ...head, content: [block], stop_reason, usage });
    const empty = turn.tool ? { ...block, input: {} } : { ...block, text: '' };
    const delta = turn.tool
      ? { type: 'input_json_delta', partial_json: JSON.stringify(turn.input) }
      : { type: 'text_delta', text: turn.text };
    sendEvents(response, [
      { type: 'message_start', message: { ...head, content: [], stop_reason: null, usage } },
      { type: 'content_block_start', index: 0, content_block: empty },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ]);
  },
};

const APIS = [responses, chat, gemini, anthropic];
