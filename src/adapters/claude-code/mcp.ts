import type { Action, FileAction, ReadCall } from '../../protocol/agent-event.ts';
import { absolute } from '../absolute-path.ts';

const OPERATIONS: [RegExp, FileAction['op']][] = [
  [/delete|remove|unlink/i, 'delete'],
  [/write|edit|create|update|append|patch|save|replace|insert/i, 'modify'],
  [/read|get|view|open/i, 'read'],
];
const PATH_KEYS = ['path', 'file_path', 'filePath', 'filepath', 'file'];

/** `mcp__server__tool`. A tool that names a path and says in its name what it does to it counts as doing that: else an MCP file server walks past every path rule. */
export function readMcpCall(
  native: string,
  input: Record<string, unknown>,
  place: { cwd: string; home?: string | undefined },
): ReadCall {
  const [, server = '', ...rest] = native.split('__');
  const name = rest.join('__');
  const actions: Action[] = [{ kind: 'mcp', server, tool: name }];
  const path = PATH_KEYS.map((key) => input[key]).find((value) => typeof value === 'string');
  const op = OPERATIONS.find(([form]) => form.test(name))?.[1];
  if (typeof path === 'string' && op !== undefined) {
    const text = [input['content'], input['newText'], input['text']].find((value) => typeof value === 'string');
    actions.push({
      kind: 'file',
      op,
      path: absolute(path, place),
      ...(typeof text === 'string' && op === 'modify' ? { newText: text } : {}),
    });
  }
  return { tool: { native, kind: 'mcp', mcp: { server, tool: name } }, actions, unparsed: null };
}
