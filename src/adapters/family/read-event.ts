import type { AgentEvent, DecodeHints, NeutralEvent, ReadCall } from '../../protocol/agent-event.ts';
import { boundedAction } from '../../protocol/agent/actions.ts';
import type { AgentTraits } from '../../protocol/agent/agent-traits.ts';
import { whyNoQuestion } from '../../protocol/agent/can-ask.ts';
import { permissionModeOf } from '../../protocol/permission-modes.ts';
import { absolute, type CallPlace } from '../absolute-path.ts';
import type { Dialect } from './dialect.ts';
import { callFields, type Envelope, readEnvelope } from './envelope.ts';
import { holdsInput, inferredEvent } from './event-names.ts';
import { readOutput } from './output.ts';
import type { ToolRows } from './tool-table.ts';

type Fields = Record<string, unknown>;

/** What the payloads of one agent are read by. */
export interface PayloadForm {
  dialect: Dialect;
  traits: AgentTraits;
  settingsFiles: readonly string[];
  tools: () => ToolRows;
  neutralEvent: (native: string) => NeutralEvent;
}

/** A payload → the event that rules see. */
export function readEvent(form: PayloadForm, payload: Fields, hints: DecodeHints): AgentEvent {
  const { dialect, traits, settingsFiles } = form;
  const envelope = readEnvelope(payload);
  const named = hints.event ?? envelope.event;
  const guessed = inferredEvent(payload, envelope);
  const neutral = meaningOf(named === null ? guessed : form.neutralEvent(named), { guessed, envelope, payload });
  const base = hints.cwd ?? '/';
  const cwd = absolute(envelope.cwd ?? envelope.project ?? base, { cwd: base });
  const call = CALLS.includes(neutral) ? readCall(form, payload, envelope, { cwd, home: hints.home }) : null;
  const event: AgentEvent = {
    agent: dialect.name,
    dialect: dialect.dialectOf?.(payload) ?? dialect.name,
    event: neutral,
    nativeEvent: named ?? NATIVE[neutral] ?? 'unknown',
    session: { id: envelope.session ?? 'no-session', transcriptPath: envelope.transcript },
    callId: envelope.callId,
    actor: actorOf(envelope),
    cwd,
    projectRoot: absolute(hints.projectRoot ?? envelope.project ?? cwd, { cwd }),
    projectVariable: traits.projectVariable,
    settingsFiles,
    scratchpad: null,
    permissionMode: permissionMode(dialect, envelope),
    interactive: envelope.interactive,
    tool: call?.tool ?? null,
    actions: (call?.actions ?? []).map(boundedAction),
    input: envelope.input,
    output: null,
    prompt: neutral === 'prompt' ? envelope.prompt : null,
    source: envelope.source,
    ...(neutral === 'session-start' && envelope.model !== null ? { model: envelope.model } : {}),
    stopActive: envelope.stopActive,
    raw: payload,
    ...questions(dialect, envelope),
    ...(dialect.capabilities.afterTool === 'unsure' ? { recordsEarly: true as const } : {}),
    ...(neutral === 'before-tool' && isUnknownTool(call) ? { unknownTool: true as const } : {}),
    unparsed: neutral === 'before-tool' && call === null ? 'the payload names no tool' : (call?.unparsed ?? null),
  };
  if (neutral === 'after-tool') event.output = readOutput(envelope, event);
  return dialect.adjust?.(event, envelope) ?? event;
}

function readCall(form: PayloadForm, payload: Fields, envelope: Envelope, place: CallPlace): ReadCall | null {
  const { tool, mcp } = envelope;
  const native = mcp === null ? (tool ?? envelope.event) : `mcp__${mcp.server}__${mcp.tool}`;
  if (native === null) return null;
  const read = (input: Fields) => form.tools().readCall(native, input, place);
  const call = withOthers(read(inputOf(payload, envelope)), envelope, read);
  // Without a tool's name and without anything that it does there is nothing to go by.
  return tool === null && mcp === null && call.actions.length === 0 ? null : call;
}

function actorOf({ actor: { id, type, parent } }: Envelope): AgentEvent['actor'] {
  const isSubagent = parent !== null || id !== null;
  return isSubagent ? { id: id ?? parent, type, isSubagent } : { id: null, type, isSubagent };
}

function permissionMode({ modes }: Dialect, { mode }: Envelope): AgentEvent['permissionMode'] {
  return { native: mode, normalised: modes?.[mode ?? ''] ?? permissionModeOf(mode) };
}

function questions(dialect: Dialect, { interactive }: Envelope): Pick<AgentEvent, 'noQuestion'> {
  const why = whyNoQuestion(dialect, interactive);
  return why === null ? {} : { noQuestion: why };
}

function isUnknownTool(call: ReadCall | null): boolean {
  return call !== null && call.tool.kind === 'other' && call.unparsed !== null;
}

/** A name for the event of a payload without one, as most agents would call it. */
const NATIVE: Partial<Record<NeutralEvent, string>> = {
  'before-tool': 'PreToolUse',
  'after-tool': 'PostToolUse',
  stop: 'Stop',
  prompt: 'UserPromptSubmit',
  'session-start': 'SessionStart',
  'session-end': 'SessionEnd',
};

interface Named {
  guessed: NeutralEvent;
  envelope: Envelope;
  payload: Fields;
}

/** A stop that nothing can hold up: the person or the machine has ended the run. */
const ENDS =
  /^(?:shut_?down|exit|quit|abort|cancel|interrupt|kill|user_?(?:abort|cancel|exit)|session_?end|clear|logout)/i;

/** An unknown event with a call that has not run counts as a call. An empty prompt does not come from a person. */
function meaningOf(neutral: NeutralEvent, { guessed, envelope, payload }: Named): NeutralEvent {
  if (neutral === 'stop' && ENDS.test(envelope.ending ?? '')) return 'session-end';
  if (neutral === 'prompt' && envelope.prompt !== null && envelope.prompt.trim() === '') return 'other';
  if (neutral !== 'other' || guessed !== 'before-tool') return neutral;
  const hasInput = envelope.input !== null || envelope.looseInput !== undefined;
  return hasInput && (envelope.tool !== null || holdsInput(payload)) ? 'before-tool' : neutral;
}

const CALLS: readonly NeutralEvent[] = ['before-tool', 'after-tool', 'permission-request'];

/** Some agents put the call's own fields at the top; some give a tool a string, or a list of words. */
function inputOf(payload: Fields, { input, looseInput }: Envelope): Fields {
  if (input !== null) return input;
  return looseInput === undefined ? callFields(payload) : { command: looseInput };
}

/** If a payload has several inputs, we do not know which of them the agent runs, so all of them are judged. */
function withOthers(call: ReadCall, { otherInputs }: Envelope, read: (input: Fields) => ReadCall): ReadCall {
  if (otherInputs.length === 0) return call;
  const seen = new Set(call.actions.map((action) => JSON.stringify(action)));
  const more = otherInputs
    .flatMap((input) => read(input).actions)
    .filter((action) => !seen.has(JSON.stringify(action)));
  return more.length === 0 ? call : { ...call, actions: [...call.actions, ...more] };
}
