import type { ReadCall } from '../../protocol/agent-event.ts';
import { readByShape } from '../call-shape/read-by-shape.ts';

/** `mcp__server__tool`. What it does is read from its name and its fields: else an MCP server of files, shells or databases walks past every rule. */
export function readMcpCall(
  native: string,
  input: Record<string, unknown>,
  place: { cwd: string; home?: string | undefined },
): ReadCall {
  const [, server = '', ...rest] = native.split('__');
  const name = rest.join('__');
  return {
    tool: { native, kind: 'mcp', mcp: { server, tool: name } },
    actions: [{ kind: 'mcp', server, tool: name }, ...readByShape(`${server} ${name}`, input, place)],
    unparsed: null,
  };
}
