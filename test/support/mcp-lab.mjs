// A small MCP server over stdio: `echo` repeats, `fail` fails, `decide` answers with the text it is given.
import { createInterface } from 'node:readline';

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const inputSchema = { type: 'object', properties: { text: { type: 'string' }, json: { type: 'string' } } };
const tools = {
  echo: ({ text = '' }) => ({ text: `echo:${text}`, isError: false }),
  fail: () => ({ text: 'lab failure', isError: true }),
  decide: ({ json = '' }) => ({ text: json, isError: false }),
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'lab', version: '1' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: Object.keys(tools).map((name) => ({ name, inputSchema })) }),
  'tools/call': ({ name, arguments: input = {} }) => {
    const { text, isError } = tools[name](input);
    return { content: [{ type: 'text', text }], isError };
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  try {
    send({ id, result: answers[method](params) });
  } catch {
    send({ id, error: { code: -32602, message: `cannot answer ${method}` } });
  }
});
