// A stdio MCP server without a library. Tools: echo, decide, mixed, fail, hang, spawn (leaves a child behind), quit.
// MCP_TEST_MODE: "mute" never answers, "stubborn" ignores the end of its input and TERM, "exit" ends at once.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const mode = process.env.MCP_TEST_MODE;
const note = (pid) => process.env.MCP_TEST_PIDS && appendFileSync(process.env.MCP_TEST_PIDS, `${pid}\n`);
note(process.pid);

if (mode === 'exit') process.exit(3);
if (mode === 'stubborn') {
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1000);
}

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (value) => ({ type: 'text', text: value });

const TOOLS = {
  echo: ({ text: value }) => ({ content: [text(`echo:${value}`)] }),
  decide: ({ json }) => ({ content: [text(json)] }),
  mixed: () => ({ content: [text('a'), { type: 'image', data: 'AA==', mimeType: 'image/png' }, text('b')] }),
  fail: () => ({ content: [text('lab failure')], isError: true }),
  hang: () => null,
  where: () => ({ content: [text(`${process.cwd()} ${process.env.MCP_TEST_VALUE}`)] }),
  spawn: ({ detached }) => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore', detached });
    child.unref();
    note(child.pid);
    return { content: [text('spawned')] };
  },
  quit: () => process.exit(1),
};

function answer({ id, method, params }) {
  if (id === undefined || mode === 'mute') return;
  const reply = replyTo(method, params);
  if (reply !== null) send({ id, ...reply });
}

function replyTo(method, params) {
  if (method === 'initialize') {
    const { protocolVersion } = params;
    return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'lab', version: '1' } } };
  }
  const tool = method === 'tools/call' ? TOOLS[params.name] : undefined;
  if (tool === undefined) return { error: { code: -32602, message: `unknown tool ${params?.name}` } };
  const result = tool(params.arguments ?? {});
  return result === null ? null : { result };
}

process.stdout.write('a banner that is no message\n');
createInterface({ input: process.stdin }).on('line', (line) => answer(JSON.parse(line)));
