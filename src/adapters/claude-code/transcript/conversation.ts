import type { LineFields } from '../../history/line-fields.ts';
import type { PastOutcome, PastEvent, Where } from '../../past-event.ts';
import type { Payload } from '../../../protocol/payload/payload.ts';
import type { TranscriptOptions } from '../../transcript-reader.ts';
import { eventOf } from '../decode.ts';
import { fileReadBy, responseOf, resultOf } from './call-result.ts';
import { fileName } from './group-by-session.ts';
import { isFields, type LineFacts, textOf } from './line-facts.ts';
import { spokenIn } from './spoken-text.ts';

export interface ConversationOptions extends TranscriptOptions {
  file: string;
  /** Of the subagent that wrote the file. */
  agentType: string | null;
}

export interface Conversation {
  read: (facts: LineFacts, line: number) => PastEvent[];
  end: () => PastEvent[];
}

/** A payload and when and where it was sent. */
interface Sent {
  payload: Payload;
  at: number;
  where: Where;
  branch: string | null;
}

/** The session itself, or a subagent whose lines are in the same file. */
interface Speaker {
  agent: { id: string; type: string | null } | null;
  started: boolean;
  /** Calls without a result so far, by their id. */
  calls: Map<string, Sent>;
  /** An answer without a tool call: the turn may be over. */
  stop: { message: string; sent: Sent; sure: boolean } | null;
  stopRefused: boolean;
}

/** A broken record must not fill the memory; no client has this many calls open at once. */
const MOST_CALLS = 1_000;

/**
 * Transcript lines → hook events. A call becomes an event when its result is read: only then is it known whether hooks were asked at all, and what became
 * of the call. The client, too, runs the hooks of the next call after the result of the last one, unless calls run side by side.
 */
export function createConversation(options: ConversationOptions): Conversation {
  const speakers = new Map<string, Speaker>();
  const projectRoots = new Map<string, string>();
  const fileSession = fileName(options.file).replace(/\.jsonl$/, '');
  let at = 0;
  let cwd = '/';
  let mode: string | null = null;

  const isRepeated = (facts: LineFacts, key: string): boolean => {
    if (facts.at === null && facts.uuid === null) return false;
    const repeated = options.seenBefore(`${facts.at ?? facts.uuid} ${key}`);
    if (repeated) options.onRepeated();
    return repeated;
  };

  const speakerOf = (facts: LineFacts): Speaker => {
    const id = facts.agentId ?? (facts.sidechain ? 'sidechain' : '');
    const type = textOf(facts.fields['attributionAgent']) ?? options.agentType;
    let speaker = speakers.get(id);
    if (speaker === undefined) {
      const agent = id === '' ? null : { id, type };
      speaker = { agent, started: false, calls: new Map(), stop: null, stopRefused: false };
      speakers.set(id, speaker);
    } else if (speaker.agent !== null) speaker.agent.type ??= type;
    return speaker;
  };

  /** Adds to a payload what all events have. */
  const send = (payload: Payload, speaker: Speaker, { facts, line }: { facts: LineFacts; line: number }): Sent => {
    const session = facts.session ?? fileSession;
    if (!projectRoots.has(session)) projectRoots.set(session, cwd);
    const { agent } = speaker;
    payload.session_id = session;
    payload.transcript_path = options.file;
    payload.cwd = cwd;
    if (mode !== null) payload['permission_mode'] = mode;
    if (agent !== null) payload['agent_id'] = agent.id;
    if (agent !== null && agent.type !== null) payload['agent_type'] = agent.type;
    return { payload, at, where: { file: options.file, line }, branch: facts.branch };
  };

  const eventFor = (sent: Sent, rest: { outcome?: PastOutcome; fileRead?: PastEvent['fileRead'] } = {}): PastEvent => {
    const { payload, where, branch } = sent;
    const projectRoot = projectRoots.get(payload.session_id ?? '') ?? cwd;
    const event = eventOf(payload, { projectRoot, home: options.home });
    return { event, at: sent.at, where, branch, outcome: rest.outcome ?? null, fileRead: rest.fileRead ?? null };
  };

  const readAssistant = (facts: LineFacts, line: number, speaker: Speaker): PastEvent[] => {
    if (facts.fields['isApiErrorMessage'] === true) {
      speaker.stop = null;
      return [];
    }
    const message = textOf(facts.message['id']) ?? facts.uuid ?? String(line);
    const events = speaker.stop !== null && speaker.stop.message !== message ? endTurn(speaker) : [];
    let calls = 0;
    for (const block of facts.blocks) {
      const name = textOf(block['name']);
      if (block['type'] !== 'tool_use' || name === null) continue;
      calls++;
      // Without an id no result can be matched to the call; it was made all the same.
      const id = textOf(block['id']) ?? `${message}#${calls}`;
      if (isRepeated(facts, id)) continue;
      const input = isFields(block['input']) ? block['input'] : {};
      const payload = { hook_event_name: 'PreToolUse', tool_name: name, tool_input: input, tool_use_id: id };
      speaker.calls.set(id, send(payload, speaker, { facts, line }));
      if (speaker.calls.size > MOST_CALLS) events.push(...abandonCalls(speaker, 1));
    }
    const reason = textOf(facts.message['stop_reason']);
    if (calls > 0 || reason === 'tool_use' || reason === 'pause_turn') speaker.stop = null;
    else if (facts.blocks.length > 0) {
      const name = speaker.agent === null ? 'Stop' : 'SubagentStop';
      const payload = { hook_event_name: name, stop_hook_active: speaker.stopRefused };
      speaker.stop = { message, sent: send(payload, speaker, { facts, line }), sure: reason !== null };
    }
    return events;
  };

  const readUser = (facts: LineFacts, line: number, speaker: Speaker): PastEvent[] => {
    const results = facts.blocks.filter((block) => block['type'] === 'tool_result');
    if (results.length > 0) return results.flatMap((block) => readResult(block, facts, line, speaker));
    const spoken = spokenIn(facts);
    if (spoken.kind === 'interrupted' && speaker.stop?.sure !== true) speaker.stop = null;
    const events = endTurn(speaker);
    if (spoken.kind === 'stop-feedback') speaker.stopRefused = true;
    if (spoken.kind !== 'prompt' || speaker.agent !== null) return events;
    mode = textOf(facts.fields['permissionMode']) ?? mode;
    events.push(...abandonCalls(speaker));
    speaker.stopRefused = false;
    if (isRepeated(facts, `prompt ${spoken.text.length} ${spoken.text.slice(0, 64)}`)) return events;
    const payload = { hook_event_name: 'UserPromptSubmit', prompt: spoken.text };
    return [...events, eventFor(send(payload, speaker, { facts, line }))];
  };

  const readResult = (block: LineFields, facts: LineFacts, line: number, speaker: Speaker): PastEvent[] => {
    const id = textOf(block['tool_use_id']) ?? '';
    // Ids are unique in a session, and not every client marks the result of a subagent's call as the subagent's.
    const caller = speaker.calls.has(id) ? speaker : [...speakers.values()].find(({ calls }) => calls.has(id));
    const call = caller?.calls.get(id);
    if (caller === undefined || call === undefined) return [];
    caller.calls.delete(id);
    const { outcome, error } = resultOf(block, facts.fields);
    if (outcome === null) return [];
    if (outcome !== 'ran' && outcome !== 'failed') return [eventFor(call, { outcome })];
    const { tool_name, tool_input } = call.payload;
    const shared = { tool_name, tool_input, tool_use_id: id };
    if (outcome === 'failed') {
      const payload = { hook_event_name: 'PostToolUseFailure', ...shared, error: error(), is_interrupt: false };
      return [eventFor(call, { outcome }), eventFor(send(payload, caller, { facts, line }))];
    }
    const response = responseOf(block, facts.fields);
    const fileRead = fileReadBy(tool_input, response);
    const payload = { hook_event_name: 'PostToolUse', ...shared, tool_response: response };
    return [eventFor(call, { outcome, fileRead }), eventFor(send(payload, caller, { facts, line }), { fileRead })];
  };

  const endTurn = (speaker: Speaker): PastEvent[] => {
    const { stop } = speaker;
    speaker.stop = null;
    if (stop === null || options.seenBefore(`${stop.sent.at} stop ${stop.message}`)) return [];
    return [eventFor(stop.sent)];
  };

  const readSystem = (facts: LineFacts, line: number, speaker: Speaker): PastEvent[] => {
    const events = endTurn(speaker);
    if (facts.fields['subtype'] !== 'compact_boundary' || isRepeated(facts, 'compact')) return events;
    const about = facts.fields['compactMetadata'];
    const trigger = (isFields(about) ? textOf(about['trigger']) : null) ?? 'auto';
    return [
      ...events,
      eventFor(send({ hook_event_name: 'PreCompact', trigger }, speaker, { facts, line })),
      eventFor(send({ hook_event_name: 'SessionStart', source: 'compact' }, speaker, { facts, line })),
    ];
  };

  /** The oldest calls first; their results will never be read. */
  const abandonCalls = (speaker: Speaker, most = Infinity): PastEvent[] => {
    const events: PastEvent[] = [];
    for (const [id, call] of speaker.calls) {
      if (events.length === most) break;
      speaker.calls.delete(id);
      events.push(eventFor(call, { outcome: 'unknown' }));
    }
    return events;
  };

  const begin = (facts: LineFacts, line: number, speaker: Speaker): PastEvent => {
    speaker.started = true;
    const payload =
      speaker.agent === null
        ? { hook_event_name: 'SessionStart', source: 'startup' }
        : { hook_event_name: 'SubagentStart' };
    return eventFor(send(payload, speaker, { facts, line }));
  };

  const readers = { user: readUser, assistant: readAssistant, system: readSystem };

  const read = (facts: LineFacts, line: number): PastEvent[] => {
    at = facts.at ?? at;
    cwd = facts.cwd ?? cwd;
    const speaker = speakerOf(facts);
    const events = readers[facts.type](facts, line, speaker);
    return speaker.started ? events : [begin(facts, line, speaker), ...events];
  };

  const end = (): PastEvent[] =>
    [...speakers.values()].flatMap((speaker) => [...abandonCalls(speaker), ...endTurn(speaker)]);

  return { read, end };
}
