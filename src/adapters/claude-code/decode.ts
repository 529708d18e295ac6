import type { AgentEvent, DecodedEvent, DecodeHints, NeutralEvent, ReadCall } from '../../protocol/agent-event.ts';
import type { Decoded, Payload, ReceivedPayload } from '../../protocol/payload/payload.ts';
import { permissionModeOf } from '../../protocol/permission-modes.ts';
import { absolute, type CallPlace } from '../absolute-path.ts';
import { boundedAction } from '../../protocol/agent/actions.ts';
import { readOutput } from './output.ts';
import { readCall } from './tools.ts';
import { SETTINGS_FILES } from './settings-variables.ts';
import { TRAITS } from './traits.ts';
import { EVENT_NAMES, isEventName, rowOf } from '../../protocol/event.ts';

/** Where an event names the model that answers from then on. Calls of tools do not name it. */
const MODEL_FIELDS: Record<string, string> = { SessionStart: 'model', PostModelSwitch: 'to_model' };

/** Hook payload → event. Unknown fields, tools and events pass through. */
export function decode(received: ReceivedPayload, hints: DecodeHints = {}): DecodedEvent {
  const decoded = hints.event === undefined ? received.decoded : withEvent(received.decoded, hints.event);
  if (!decoded.ok) return { ok: false, problem: decoded.problem };
  return { ok: true, event: eventOf(decoded.payload, hints) };
}

/** For callers that have the payload as an object already: `replay` reads a million of them. */
export function eventOf(payload: Payload, hints: DecodeHints = {}): AgentEvent {
  const nativeEvent = payload.hook_event_name;
  const cwd = absolute(textOf(payload, 'cwd') ?? hints.cwd ?? '/', { cwd: hints.cwd ?? '/' });
  const native = textOf(payload, 'tool_name');
  const input = objectOf(payload['tool_input']);
  const place = { cwd, home: hints.home };
  const call = native === null ? namelessCall(nativeEvent, input, place) : readCall(native, input ?? {}, place);
  const agentId = textOf(payload, 'agent_id');
  const mode = textOf(payload, 'permission_mode');
  const model = textOf(payload, MODEL_FIELDS[nativeEvent] ?? '');
  const event: AgentEvent = {
    agent: 'claude-code',
    dialect: 'claude-code',
    event: neutralEvent(nativeEvent),
    nativeEvent,
    session: { id: textOf(payload, 'session_id') ?? 'no-session', transcriptPath: textOf(payload, 'transcript_path') },
    callId: textOf(payload, 'tool_use_id'),
    actor: { id: agentId, type: textOf(payload, 'agent_type'), isSubagent: agentId !== null },
    cwd,
    projectRoot: absolute(hints.projectRoot ?? cwd, { cwd }),
    projectVariable: TRAITS.projectVariable,
    settingsFiles: SETTINGS_FILES,
    scratchpad: textOf(payload, 'scratchpad_dir'),
    permissionMode: { native: mode, normalised: permissionModeOf(mode) },
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
    ...(model === null ? {} : { model }),
    stopActive: payload['stop_hook_active'] === true,
    raw: payload,
    unparsed: call === null ? missingTool(nativeEvent) : call.unparsed,
  };
  if (event.event === 'after-tool') event.output = readOutput(payload, event);
  return event;
}

/** A call that names no tool is judged by what it shows; one that shows nothing could be anything. */
function namelessCall(nativeEvent: string, input: AgentEvent['input'], place: CallPlace): ReadCall | null {
  if (nativeEvent !== 'PreToolUse' || input === null) return null;
  const call = readCall(nativeEvent, input, place);
  return call.actions.length === 0 ? null : call;
}

function missingTool(event: string): string | null {
  return event === 'PreToolUse' ? '"tool_name" is missing, or not a string' : null;
}

/** `dispatcher --event`: the caller knows the event better than the payload does. */
function withEvent(decoded: Decoded, event: string): Decoded {
  const fields = decoded.ok ? decoded.payload : decoded.fields;
  return fields === undefined
    ? decoded
    : { ok: true, payload: { ...fields, hook_event_name: event }, inferredEvent: false };
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

export function neutralEvent(native: string): NeutralEvent {
  return isEventName(native) ? rowOf(native).neutral : 'other';
}

export function eventNamedIn(text: string): string {
  return /"hook_event_name"\s*:\s*"(\w+)"/.exec(text)?.[1] ?? 'PreToolUse';
}

/** A name that is not neutral is the agent's own already. */
export function nativeEvents(name: string): string[] {
  const natives = name === 'other' ? [] : EVENT_NAMES.filter((native) => rowOf(native).neutral === name);
  return natives.length > 0 ? natives : [name];
}
