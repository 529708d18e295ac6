import type { Adapter, AgentEvent, DecodedEvent } from '../../protocol/agent-event.ts';
import type { AgentFiles, AgentTraits } from '../../protocol/agent/agent-traits.ts';
import { lazily } from '../../protocol/cache.ts';
import { fieldsOf } from '../../protocol/payload/payload.ts';
import { type Answers, encoder } from './answers.ts';
import type { Dialect } from './dialect.ts';
import { readEnvelope } from './envelope.ts';
import { neutralName } from './event-names.ts';
import { type PayloadForm, readEvent } from './read-event.ts';
import { toolRows } from './tool-table.ts';

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
  const form: PayloadForm = { dialect, traits, settingsFiles, tools: rows, neutralEvent };
  const { answers } = dialect;
  const encoders = lazily(() => {
    const all = 'deny' in answers ? { [dialect.name]: answers as Answers } : answers;
    return new Map(Object.entries(all).map(([name, one]) => [name, encoder(one)] as const));
  });

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
      if (fields !== null) return { ok: true, event: readEvent(form, fields, hints) };
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

export function filesIn(directory: string, files: string, variable: string | null = null): AgentFiles {
  return { variable, directory, files: files.split(' ') };
}
