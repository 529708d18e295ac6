import type { ReadCall } from '../../protocol/agent-event.ts';
import { shapeOf, type ShapedCall } from './read-by-shape.ts';

/** What a call of an MCP server does is read from its name and its fields: else a server of files, shells or databases walks past every rule. */
export function readMcpCall(
  native: string,
  mcp: { server: string; tool: string },
  { input, place }: { input: Record<string, unknown>; place: ShapedCall['place'] },
): ReadCall {
  const { server, tool } = mcp;
  const { actions, unread } = shapeOf(`${server} ${tool}`, input, place);
  return {
    tool: { native, kind: 'mcp', mcp },
    actions: [{ kind: 'mcp', server, tool }, ...actions],
    unparsed: unread,
  };
}

/** `mcp__server__tool`. */
export function claudeMcpName(native: string): { server: string; tool: string } | null {
  if (!native.startsWith('mcp__')) return null;
  const [, server = '', ...rest] = native.split('__');
  return { server, tool: rest.join('__') };
}
