import { nameOf } from './field.ts';
import type { Payload } from './payload.ts';

/**
 * May `value` replace the tool's output? MCP output is unchecked; a built-in tool's must have the whole shape of
 * what it replaces, else the client silently keeps the original.
 */
export function fitsTool(payload: Payload, value: unknown): boolean {
  const tool = payload['tool_name'];
  if (typeof tool === 'string' && tool.startsWith('mcp__')) return true;
  const original = payload['tool_response'];
  if (nameOf(original) !== nameOf(value)) return false;
  if (nameOf(original) !== 'object') return true;
  const given = value as Record<string, unknown>;
  return Object.entries(original as Record<string, unknown>).every(
    ([key, before]) => OPTIONAL.has(key) || nameOf(given[key]) === nameOf(before),
  );
}

/** Seen in outputs, but not needed for a replacement to be taken. */
const OPTIONAL = new Set(['noOutputExpected', 'bashEditDiff', 'returnCodeInterpretation']);
