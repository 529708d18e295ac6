import type { AgentEvent, DecodedEvent, DecodeHints, PermissionMode } from '../../protocol/agent-event.ts';
import { isEventName } from '../../protocol/event.ts';
import { isLarge } from '../../protocol/payload/payload-size.ts';
import { type Decoded, decodePayload, type Payload } from '../../protocol/payload/payload.ts';
import { absolute } from '../absolute-path.ts';
import { boundedAction } from '../bounded-action.ts';
import { neutralEvent } from './event-names.ts';
import { type ForeignCall, foreignCall } from './foreign.ts';
import { readOutput } from './output.ts';
import { readCall } from './tools.ts';
import { TRAITS } from './traits.ts';

const MODES: Record<string, PermissionMode> = {
  default: 'ask',
  plan: 'plan',
  acceptEdits: 'accept-edits',
  auto: 'auto',
  bypassPermissions: 'bypass',
};

/** Hook payload → event. Fields, tools and events nobody knows yet pass through. */
export function decode(text: string, hints: DecodeHints = {}): DecodedEvent {
  const decoded = decodePayload(hints.event === undefined ? text : withEvent(text, hints.event));
  const foreign = foreignPayload(text, decoded, hints);
  if (foreign !== null) return { ok: true, event: foreignEvent(foreign, hints) };
  if (!decoded.ok) return decoded;
  return { ok: true, event: eventOf(decoded.payload, hints) };
}

/** Only what is not Claude Code's own is looked at again: an event we do not know, or none. */
function foreignPayload(text: string, decoded: Decoded, hints: DecodeHints): ForeignCall | null {
  if (hints.event !== undefined) return null;
  if (decoded.ok) {
    const { payload } = decoded;
    const isOwn =
      isEventName(payload.hook_event_name) &&
      (payload.hook_event_name !== 'PreToolUse' || textOf(payload, 'tool_name') !== null);
    return isOwn && !('event_type' in payload)
      ? null
      : foreignCall(decoded.inferredEvent ? { ...payload, hook_event_name: undefined } : payload);
  }
  // What is too large to be parsed once within the deadline is not parsed twice.
  if (isLarge(text)) return null;
  try {
    const fields = objectOf(JSON.parse(text) as unknown);
    return fields === null ? null : foreignCall(fields);
  } catch {
    return null;
  }
}

/** A call that names no tool and shows nothing that it does could be anything. */
function foreignEvent({ payload, isToolNamed }: ForeignCall, hints: DecodeHints): AgentEvent {
  const event: AgentEvent = { ...eventOf(payload, hints), foreign: true };
  const isUnknown = !isToolNamed && event.actions.length === 0;
  return isUnknown ? { ...event, tool: null, unparsed: event.unparsed ?? missingTool('PreToolUse') } : event;
}

/** For who has the payload as an object already: `replay` reads a million of them. */
export function eventOf(payload: Payload, hints: DecodeHints = {}): AgentEvent {
  const nativeEvent = payload.hook_event_name;
  const cwd = absolute(textOf(payload, 'cwd') ?? hints.cwd ?? '/', { cwd: hints.cwd ?? '/' });
  const native = textOf(payload, 'tool_name');
  const input = objectOf(payload['tool_input']);
  const call = native === null ? null : readCall(native, input ?? {}, { cwd, home: hints.home });
  const agentId = textOf(payload, 'agent_id');
  const mode = textOf(payload, 'permission_mode');
  const event: AgentEvent = {
    agent: 'claude-code',
    event: neutralEvent(nativeEvent),
    nativeEvent,
    session: { id: textOf(payload, 'session_id') ?? 'no-session', transcriptPath: textOf(payload, 'transcript_path') },
    callId: textOf(payload, 'tool_use_id'),
    actor: { id: agentId, type: textOf(payload, 'agent_type'), isSubagent: agentId !== null },
    cwd,
    projectRoot: absolute(hints.projectRoot ?? cwd, { cwd }),
    projectVariable: TRAITS.projectVariable,
    scratchpad: textOf(payload, 'scratchpad_dir'),
    permissionMode: { native: mode, normalised: MODES[mode ?? ''] ?? 'unknown' },
    interactive: 'unknown',
    tool: call?.tool ?? null,
    actions: (call?.actions ?? []).map(boundedAction),
    input,
    output: null,
    prompt: textOf(payload, 'prompt'),
    source:
      textOf(payload, 'source') ??
      textOf(payload, 'trigger') ??
      textOf(payload, 'reason') ??
      textOf(payload, 'load_reason'),
    stopActive: payload['stop_hook_active'] === true,
    raw: payload,
    unparsed: call === null ? missingTool(nativeEvent) : call.unparsed,
  };
  if (event.event === 'after-tool') event.output = readOutput(payload, event);
  return event;
}

function missingTool(event: string): string | null {
  return event === 'PreToolUse' ? '"tool_name" is missing, or no text' : null;
}

function withEvent(text: string, event: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? JSON.stringify({ ...value, hook_event_name: event }) : text;
  } catch {
    // The decoder says what is wrong with it.
    return text;
  }
}

function textOf(payload: Payload, key: string): string | null {
  const value = payload[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
