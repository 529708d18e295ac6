import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { beforeDeadline, LATE, LONGEST_TIMER } from '../handler-run.ts';
import { loadOptional } from '../optional-package.ts';
import type { Server } from './server-entry.ts';
import { stdioTransport } from './stdio-transport.ts';

export interface McpToolCall {
  server: Server;
  tool: string;
  input: Record<string, unknown>;
  connectMs: number;
  /** Gets what ends the connection, before it is opened. */
  onOpen: (close: () => Promise<void>) => void;
}

export type ToolAnswer = { text: string } | { problem: string; toolFailed?: true } | { notConnected: string };

/** One call over a separate connection. OAuth is never started. */
export async function callTool(call: McpToolCall, signal: AbortSignal): Promise<ToolAnswer> {
  const sdk = await loadOptional({
    name: '@modelcontextprotocol/sdk',
    handlers: ['mcp_tool'],
    load: () => import('@modelcontextprotocol/sdk/client/index.js'),
  });
  if ('problem' in sdk) return { notConnected: sdk.problem };
  // The protocol requires a version; servers ignore it.
  const client = new sdk.module.Client({ name: 'hookctl', version: '1' });
  try {
    const opened = await beforeDeadline({ timeoutMs: call.connectMs, signal }, () => connect(client, call, signal));
    if (opened === LATE) return { notConnected: `no connection within ${call.connectMs} ms` };
  } catch (error) {
    return { notConnected: messageOf(error) };
  }
  try {
    const request = { name: call.tool, arguments: call.input };
    const result = await client.callTool(request, undefined, { signal, timeout: LONGEST_TIMER });
    const text = textOf(result.content);
    if (result.isError !== true) return { text };
    return { problem: text || `tool ${call.tool} failed without a message`, toolFailed: true };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

async function connect(client: Client, { server, onOpen }: McpToolCall, signal: AbortSignal): Promise<void> {
  const { transport, close } = await open(server);
  // The time may have run out while the code was loaded; a server started now would never be ended.
  signal.throwIfAborted();
  onOpen(close);
  await client.connect(transport, { signal, timeout: LONGEST_TIMER });
}

interface Opened {
  transport: Transport;
  close: () => Promise<void>;
}

async function open(server: Server): Promise<Opened> {
  if (server.kind === 'stdio') return closable(await stdioTransport(server));
  const options = { requestInit: { headers: server.headers } };
  if (server.kind === 'sse') {
    const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js');
    return closable(new SSEClientTransport(server.url, options));
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const transport = new StreamableHTTPClientTransport(server.url, options);
  const close = async (): Promise<void> => {
    // The server keeps a session until the client ends it; a server that is gone cannot be asked to.
    const goodbye = () => transport.terminateSession().catch(() => undefined);
    await beforeDeadline({ timeoutMs: GOODBYE_MS }, goodbye);
    await transport.close();
  };
  return { transport, close };
}

const GOODBYE_MS = 500;

function closable(transport: Transport): Opened {
  return { transport, close: () => transport.close() };
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return '';
  const texts = content.filter((part: { type?: unknown }) => part.type === 'text');
  return texts.map((part: { text?: unknown }) => String(part.text)).join('\n');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
