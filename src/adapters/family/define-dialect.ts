import type {
  Adapter,
  AgentEvent,
  DecodedEvent,
  DecodeHints,
  NeutralEvent,
  PermissionMode,
  ReadCall,
  Recognition,
} from '../../protocol/agent-event.ts';
import type { AgentFiles, AgentTraits } from '../../protocol/agent/agent-traits.ts';
import type { Capabilities } from '../../protocol/agent/capabilities.ts';
import { whyNoQuestion } from '../../protocol/agent/can-ask.ts';
import { lazily } from '../../protocol/cache.ts';
import { fieldsOf } from '../../protocol/payload/payload.ts';
import { permissionModeOf } from '../../protocol/permission-modes.ts';
import { absolute } from '../absolute-path.ts';
import { boundedAction } from '../../protocol/agent/actions.ts';
import { type Answers, encoder } from './answers.ts';
import { callFields, type Envelope, readEnvelope } from './envelope.ts';
import { holdsInput, inferredEvent, neutralName } from './event-names.ts';
import { readOutput } from './output.ts';
import { toolRows, type ToolTable } from './tool-table.ts';

type Fields = Record<string, unknown>;

/** All that makes an agent different from the others of its kind. One folder in `adapters/` has one of these. */
export interface Dialect {
  name: string;
  title: string;
  capabilities: Capabilities;
  traits: Partial<AgentTraits>;
  /** Its settings in a project that start hooks, relative to it. */
  settingsFiles?: readonly string[];
  recognises: (payload: Fields) => Recognition;
  /** The name of the way to speak, for agents with several. */
  dialectOf?: (payload: Fields) => string;
  hookVariables?: readonly string[];
  /** Events whose meaning the shared list does not have. */
  events?: Readonly<Record<string, NeutralEvent>>;
  tools: ToolTable;
  /** By dialect, where an agent has several. */
  answers: Answers | Readonly<Record<string, Answers>>;
  /** Its words for how much it may do without asking. */
  modes?: Readonly<Record<string, PermissionMode>>;
  /** A last word on what was read, where the payload needs more than names. */
  adjust?: (event: AgentEvent, envelope: Envelope) => AgentEvent;
}

/** An agent whose payloads and answers differ from others by names and forms only. */
export function defineDialect(dialect: Dialect): Adapter {
  // Made when they are asked for: a hook of one agent loads the tables of all.
  const rows = lazily(() => toolRows(dialect.tools));
  const traits: AgentTraits = {
    projectVariable: null,
    marks: [],
    programs: [],
    packages: [],
    files: [],
    ...dialect.traits,
  };
  const settingsFiles = dialect.settingsFiles ?? [];
  const neutralEvent = (native: string) => dialect.events?.[native] ?? neutralName(native);
  const dialectOf = dialect.dialectOf ?? (() => dialect.name);
  const { answers } = dialect;
  const encoders = lazily(() => {
    const all = 'deny' in answers ? { [dialect.name]: answers as Answers } : answers;
    return new Map(Object.entries(all).map(([name, one]) => [name, encoder(one)] as const));
  });

  function eventOf(payload: Fields, hints: DecodeHints): AgentEvent {
    const envelope = readEnvelope(payload);
    const named = hints.event ?? envelope.event;
    const guessed = inferredEvent(payload, envelope);
    const neutral = meaningOf(named === null ? guessed : neutralEvent(named), { guessed, envelope, payload });
    const nativeEvent = named ?? NATIVE[neutral] ?? 'unknown';
    const base = hints.cwd ?? '/';
    const cwd = absolute(envelope.cwd ?? envelope.project ?? base, { cwd: base });
    const call = callOf(payload, { neutral, envelope, place: { cwd, home: hints.home } });
    const { id, type, parent } = envelope.actor;
    const mode = envelope.mode;
    const event: AgentEvent = {
      agent: dialect.name,
      dialect: dialectOf(payload),
      event: neutral,
      nativeEvent,
      session: { id: envelope.session ?? 'no-session', transcriptPath: envelope.transcript },
      callId: envelope.callId,
      actor: isSubagent(envelope)
        ? { id: id ?? parent, type, isSubagent: true }
        : { id: null, type, isSubagent: false },
      cwd,
      projectRoot: absolute(hints.projectRoot ?? envelope.project ?? cwd, { cwd }),
      projectVariable: traits.projectVariable,
      settingsFiles,
      scratchpad: null,
      permissionMode: { native: mode, normalised: dialect.modes?.[mode ?? ''] ?? permissionModeOf(mode) },
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
      ...questions(envelope.interactive),
      ...(dialect.capabilities.afterTool === 'unsure' ? { recordsEarly: true as const } : {}),
      ...(neutral === 'before-tool' && call?.tool.kind === 'other' && call.unparsed !== null
        ? { unknownTool: true as const }
        : {}),
      unparsed: call === null ? (neutral === 'before-tool' ? 'the payload names no tool' : null) : call.unparsed,
    };
    if (neutral === 'after-tool') event.output = readOutput(envelope, event);
    return dialect.adjust?.(event, envelope) ?? event;
  }

  function questions(interactive: AgentEvent['interactive']): Pick<AgentEvent, 'noQuestion'> {
    const why = whyNoQuestion(dialect, interactive);
    return why === null ? {} : { noQuestion: why };
  }

  function callOf(payload: Fields, { neutral, envelope, place }: CallParts): ReadCall | null {
    if (!CALLS.includes(neutral)) return null;
    const { tool, mcp } = envelope;
    const native = mcp === null ? (tool ?? envelope.event) : `mcp__${mcp.server}__${mcp.tool}`;
    if (native === null) return null;
    const call = withOthers(rows().readCall(native, inputOf(payload, envelope), place), envelope, (input) =>
      rows().readCall(native, input, place),
    );
    // Without a tool's name and without anything that it does there is nothing to go by.
    return tool === null && mcp === null && call.actions.length === 0 ? null : call;
  }

  return {
    name: dialect.name,
    title: dialect.title,
    traits,
    capabilities: dialect.capabilities,
    recognises: dialect.recognises,
    hookVariables: dialect.hookVariables ?? [],
    placeIn: (payload) => {
      const { cwd, project } = readEnvelope(fieldsOf(payload) ?? {});
      return { cwd: cwd ?? project, project };
    },
    neutralEvent,
    decode: (received, hints = {}): DecodedEvent => {
      const fields = fieldsOf(received);
      if (fields !== null) return { ok: true, event: eventOf(fields, hints) };
      return { ok: false, problem: received.decoded.ok ? 'not a payload' : received.decoded.problem };
    },
    readCall: (tool, input, place) => rows().readCall(tool, input, place),
    mainField: (tool) => rows().mainField(tool),
    get knownTools() {
      return rows().known;
    },
    get quietTools() {
      return rows().quiet;
    },
    eventNamedIn: (text) => {
      const named = [...text.slice(0, MAX_SEARCHED).matchAll(EVENT_IN_TEXT)].flatMap(([, name]) => name ?? []);
      // The input of the call may hold such a field as well: a message that may be about a call counts as one.
      return named.find((name) => neutralEvent(name) === 'before-tool') ?? named[0] ?? 'PreToolUse';
    },
    encode: (event, answer) => {
      const decodedEvent: AgentEvent =
        event.event === undefined ? { ...event, event: neutralEvent(event.nativeEvent) } : event;
      const all = encoders();
      const [first] = all.values();
      const encode = all.get(decodedEvent.dialect) ?? first;
      if (encode === undefined) throw new Error(`${dialect.name} has no answers`);
      return encode(decodedEvent, answer);
    },
    settingsFiles,
    variablesIn: () => ({}),
  };
}

const EVENT_IN_TEXT = /"(?:hook_event_name|hookEventName|event|hookName)"\s*:\s*"([\w.]+)"/g;
const MAX_SEARCHED = 1_000_000;

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

interface CallParts {
  neutral: NeutralEvent;
  envelope: Envelope;
  place: { cwd: string; home: string | undefined };
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

function isSubagent({ actor }: Envelope): boolean {
  return actor.parent !== null || actor.id !== null;
}

export function filesIn(directory: string, files: string, variable: string | null = null): AgentFiles {
  return { variable, directory, files: files.split(' ') };
}
