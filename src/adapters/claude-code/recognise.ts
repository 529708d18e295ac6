import type { Recognition } from '../../protocol/agent-event.ts';
import { isEventName } from '../../protocol/event.ts';
import { KNOWN_TOOLS } from './tools.ts';

/** Agents that took over the format stamp, number or repeat what Claude Code does not. */
const NOT_OURS = [
  'timestamp',
  'turn_id',
  'hookEventName',
  'client_type',
  'cursor_version',
  'event_type',
  'tool_call_id',
];

/** A few looks at fields: this is done for every call. */
export function recognises(payload: Record<string, unknown>): Recognition {
  const { hook_event_name: event, transcript_path: transcript, tool_name: tool } = payload;
  if (!isEventName(event)) return event === undefined && isHandMade(payload) ? 'shaped' : 'no';
  if (NOT_OURS.some((name) => name in payload)) return 'no';
  if (typeof transcript === 'string' && transcript.includes('/.claude/')) return 'certain';
  return event === 'PreToolUse' && typeof tool !== 'string' && 'toolName' in payload ? 'no' : 'shaped';
}

/** People who try a hook leave the event's name out. */
function isHandMade(payload: Record<string, unknown>): boolean {
  const { tool_name: tool } = payload;
  if (!('tool_input' in payload)) return 'stop_hook_active' in payload || 'prompt' in payload;
  if (NOT_OURS.some((name) => name in payload) || 'event' in payload) return false;
  return tool === undefined || (typeof tool === 'string' && (KNOWN_TOOLS.includes(tool) || tool.startsWith('mcp__')));
}
