import { type Fields, misfit, nameOf } from '../field.ts';
import type { Payload } from './payload.ts';

/**
 * What may replace the tool's output: anything for MCP tools; for a built-in tool only what has the shape of its
 * output, else the client silently keeps the original. Undefined: nothing does.
 */
export function replacementFor(payload: Payload, specific: Record<string, unknown>): unknown {
  const tool = String(payload['tool_name'] ?? '');
  if (tool.startsWith('mcp__')) return specific['updatedToolOutput'] ?? specific['updatedMCPToolOutput'] ?? undefined;
  const value = specific['updatedToolOutput'];
  return hasShape(tool, payload['tool_response'], value) ? value : undefined;
}

/** Observed for Bash; for other tools the original has what is needed. */
const BASH: Fields = { stdout: 'string', stderr: 'string', interrupted: 'boolean' };

function hasShape(tool: string, original: unknown, value: unknown): boolean {
  if (nameOf(value) !== 'object') return tool !== 'Bash' && typeof value === 'string' && typeof original === 'string';
  const given = value as Record<string, unknown>;
  if (tool === 'Bash') return Object.entries(BASH).every(([key, field]) => misfit(field, given[key]) === null);
  const before = (nameOf(original) === 'object' ? original : {}) as Record<string, unknown>;
  return Object.entries(before).every(([key, one]) => nameOf(given[key]) === nameOf(one));
}
