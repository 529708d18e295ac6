import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { success } from '../../src/protocol/outcome.ts';
import { runMcpTool } from '../../src/runtime/handlers/mcp-tool/index.ts';
import { deadOrigin } from './support/http-server.ts';
import { contextFor } from './support/run-context.ts';

const HANDLER = { type: 'mcp_tool', server: 'far', tool: 'echo', input: { text: '${tool_name}' } } as const;

async function listen(listener: RequestListener) {
  const seen: string[] = [];
  const tokens = new Set<string | undefined>();
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    tokens.add(request.headers.authorization);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, tokens };
}

/** A server of the official library with one tool. */
async function serveTools(transport: Transport): Promise<void> {
  const server = new Server({ name: 'far', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
    content: [{ type: 'text', text: `echo:${String(params.arguments?.['text'])}` }],
  }));
  await server.connect(transport);
}

describe('servers reached by URL', () => {
  it('streamable HTTP: headers are filled in, and the session is ended', async () => {
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
    await serveTools(transport);
    const { origin, seen, tokens } = await listen(
      (request, response) => void transport.handleRequest(request, response),
    );
    const far = { type: 'http', url: `${origin}/mcp`, headers: { Authorization: 'Bearer ${TOKEN}' } };
    const run = await runMcpTool(HANDLER, contextFor('PreToolUse', { mcpServers: { far }, env: { TOKEN: 'tok' } }));
    expect(run).toMatchObject({ outcome: success(), stdout: 'echo:Bash', exitCode: 0 });
    expect(seen.at(-1)).toBe('DELETE /mcp');
    expect([...tokens]).toEqual(['Bearer tok']);
  });

  it('SSE', async () => {
    let transport: SSEServerTransport | undefined;
    const { origin } = await listen((request, response) => {
      if (request.method === 'POST') return void transport?.handlePostMessage(request, response);
      transport = new SSEServerTransport('/messages', response);
      return void serveTools(transport);
    });
    const far = { type: 'sse', url: `${origin}/sse` };
    const run = await runMcpTool(HANDLER, contextFor('PreToolUse', { mcpServers: { far } }));
    expect(run).toMatchObject({ outcome: success(), exitCode: 0 });
  });

  it.each(['http', 'sse'])('%s: nobody there is not connected', async (type) => {
    const far = { type, url: await deadOrigin() };
    const run = await runMcpTool(HANDLER, contextFor('PreToolUse', { mcpServers: { far } }));
    expect(run).toMatchObject({ stderr: "MCP server 'far' not connected", outcome: { noVerdict: true } });
  });

  it('a server that asks to sign in is not connected', async () => {
    const { origin, seen } = await listen((_, response) => void response.writeHead(401).end());
    const far = { type: 'http', url: `${origin}/mcp` };
    const run = await runMcpTool(HANDLER, contextFor('PreToolUse', { mcpServers: { far } }));
    expect(run.stderr).toBe("MCP server 'far' not connected");
    expect(seen).toEqual(['POST /mcp']);
  });

  it('a server that never answers is cancelled', async () => {
    const { origin } = await listen(() => undefined);
    const far = { type: 'http', url: `${origin}/mcp` };
    const run = await runMcpTool(HANDLER, contextFor('PreToolUse', { mcpServers: { far }, timeoutMs: 300 }));
    expect(run.outcome.kind).toBe('cancelled');
  });
});
