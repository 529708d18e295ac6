import type { Payload } from '../../../protocol/payload/payload.ts';
import type { Outcome, PastEvent, ResultPlace, Where } from '../../judge/past-event.ts';
import { resultOf } from './call-result.ts';
import { type Fields, isFields, type LineFacts, textOf } from './line-facts.ts';
import { spokenIn } from './spoken-text.ts';

export interface ConversationOptions {
  file: string;
  /** From the file's name, for lines that do not say it. */
  session: string;
  /** Of a subagent's own file. */
  agentType: string | null;
  /** Was this told before, in this file or in another? */
  seenBefore: (key: string) => boolean;
  onRepeated: () => void;
}

export interface Conversation {
  /** One line → the events it completes, in the order in which the client fired them. */
  read: (facts: LineFacts, line: LinePlace) => PastEvent[];
  /** The record ends here. */
  end: () => PastEvent[];
}

/** Where a line stands in its file. */
export interface LinePlace {
  number: number;
  offset: number;
  length: number;
}

interface Call {
  id: string;
  payload: Payload;
  at: number;
  where: Where;
  branch: string | null;
}

/** One speaker: the session itself, or a subagent whose lines stand in the same file. */
interface Speaker {
  agent: { id: string; type: string | null } | null;
  started: boolean;
  calls: Map<string, Call>;
  /** An answer without a tool call: the turn may be over. */
  stop: { message: string; call: Call; sure: boolean } | null;
  stopRefused: boolean;
}

/** More calls than this are never open at once; a broken record must not fill the memory. */
const MOST_CALLS = 1_000;

/**
 * Transcript lines → hook events. A call is told when its result is there: only then is it known whether hooks were asked at all, and what became of it.
 * The client, too, runs the next call's hooks after the last one's result, unless calls run side by side.
 */
export function createConversation(options: ConversationOptions): Conversation {
  const speakers = new Map<string, Speaker>();
  const roots = new Map<string, string>();
  let at = 0;
  let cwd = '/';
  let mode: string | null = null;

  const repeated = (facts: LineFacts, key: string): boolean => {
    if (facts.at === null && facts.uuid === null) return false;
    const known = options.seenBefore(`${facts.at ?? facts.uuid} ${key}`);
    if (known) options.onRepeated();
    return known;
  };

  const speakerOf = (facts: LineFacts): Speaker => {
    const id = facts.agentId ?? (facts.sidechain ? 'sidechain' : '');
    const known = speakers.get(id);
    const type = textOf(facts.fields['attributionAgent']) ?? options.agentType;
    if (known !== undefined) {
      if (known.agent !== null) known.agent.type ??= type;
      return known;
    }
    const agent = id === '' ? null : { id, type };
    const made: Speaker = { agent, started: false, calls: new Map(), stop: null, stopRefused: false };
    speakers.set(id, made);
    return made;
  };

  /** The payload gets what all events have. */
  const callOf = (facts: LineFacts, line: LinePlace, payload: Payload, speaker: Speaker): Call => {
    const session = facts.session ?? options.session;
    if (!roots.has(session)) roots.set(session, cwd);
    const { agent } = speaker;
    payload.session_id = session;
    payload.transcript_path = options.file;
    payload.cwd = cwd;
    if (mode !== null) payload['permission_mode'] = mode;
    if (agent !== null) payload['agent_id'] = agent.id;
    if (agent !== null && agent.type !== null) payload['agent_type'] = agent.type;
    return {
      id: textOf(payload['tool_use_id']) ?? '',
      payload,
      at,
      where: { file: options.file, line: line.number },
      branch: facts.branch,
    };
  };

  const told = ({ payload, where, branch, at: time }: Call, outcome: Outcome | null = null): PastEvent => ({
    payload,
    at: time,
    where,
    projectRoot: roots.get(payload.session_id ?? '') ?? cwd,
    branch,
    outcome,
  });

  const readAssistant = (facts: LineFacts, line: LinePlace, speaker: Speaker): PastEvent[] => {
    if (facts.fields['isApiErrorMessage'] === true) {
      speaker.stop = null;
      return [];
    }
    const message = textOf(facts.message['id']) ?? facts.uuid ?? String(line.number);
    const events = speaker.stop !== null && speaker.stop.message !== message ? endTurn(speaker) : [];
    let calls = 0;
    for (const block of facts.blocks) {
      const name = textOf(block['name']);
      if (block['type'] !== 'tool_use' || name === null) continue;
      calls++;
      // Without an id no result can be told to be its own; the call was made all the same.
      const id = textOf(block['id']) ?? `${message}#${calls}`;
      if (repeated(facts, id)) continue;
      const input = isFields(block['input']) ? block['input'] : {};
      const payload = { hook_event_name: 'PreToolUse', tool_name: name, tool_input: input, tool_use_id: id };
      speaker.calls.set(id, callOf(facts, line, payload, speaker));
      if (speaker.calls.size > MOST_CALLS) events.push(...dropOldest(speaker));
    }
    const reason = textOf(facts.message['stop_reason']);
    if (calls > 0 || reason === 'tool_use' || reason === 'pause_turn') speaker.stop = null;
    else if (facts.blocks.length > 0) {
      const event = speaker.agent === null ? 'Stop' : 'SubagentStop';
      const payload = { hook_event_name: event, stop_hook_active: speaker.stopRefused };
      const call = callOf(facts, line, payload, speaker);
      speaker.stop = { message, call, sure: reason !== null };
    }
    return events;
  };

  const readUser = (facts: LineFacts, line: LinePlace, speaker: Speaker): PastEvent[] => {
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
    if (repeated(facts, `prompt ${spoken.text.length} ${spoken.text.slice(0, 64)}`)) return events;
    const payload = { hook_event_name: 'UserPromptSubmit', prompt: spoken.text };
    return [...events, told(callOf(facts, line, payload, speaker))];
  };

  const readResult = (block: Fields, facts: LineFacts, line: LinePlace, speaker: Speaker): PastEvent[] => {
    const id = textOf(block['tool_use_id']) ?? '';
    // Ids are unique in a session, and not every client marks the result of a subagent's call as the subagent's.
    const asker = speaker.calls.has(id) ? speaker : [...speakers.values()].find(({ calls }) => calls.has(id));
    const call = asker?.calls.get(id);
    if (asker === undefined || call === undefined) return [];
    asker.calls.delete(id);
    const { outcome, error } = resultOf(block, facts.fields);
    if (outcome === null) return [];
    const before = told(call, outcome);
    if (outcome !== 'ran' && outcome !== 'failed') return [before];
    const { tool_name, tool_input } = call.payload;
    const shared = { tool_name, tool_input, tool_use_id: id };
    if (outcome === 'failed') {
      const payload = { hook_event_name: 'PostToolUseFailure', ...shared, error: error(), is_interrupt: false };
      return [before, told(callOf(facts, line, payload, asker))];
    }
    const payload = { hook_event_name: 'PostToolUse', ...shared };
    const { offset, length } = line;
    const result: ResultPlace = { file: options.file, offset, length };
    if (facts.readLines !== undefined) result.lines = facts.readLines;
    if (facts.isPlainRun === true) result.isPlainRun = true;
    before.result = result;
    return [before, { ...told(callOf(facts, line, payload, asker)), result }];
  };

  const endTurn = (speaker: Speaker): PastEvent[] => {
    const { stop } = speaker;
    speaker.stop = null;
    if (stop === null || options.seenBefore(`${stop.call.at} stop ${stop.message}`)) return [];
    return [told(stop.call)];
  };

  const readSystem = (facts: LineFacts, line: LinePlace, speaker: Speaker): PastEvent[] => {
    const events = endTurn(speaker);
    if (facts.fields['subtype'] !== 'compact_boundary' || repeated(facts, 'compact')) return events;
    const about = facts.fields['compactMetadata'];
    const trigger = (isFields(about) ? textOf(about['trigger']) : null) ?? 'auto';
    return [
      ...events,
      told(callOf(facts, line, { hook_event_name: 'PreCompact', trigger }, speaker)),
      told(callOf(facts, line, { hook_event_name: 'SessionStart', source: 'compact' }, speaker)),
    ];
  };

  const abandonCalls = (speaker: Speaker): PastEvent[] => {
    const open = [...speaker.calls.values()].map((call) => told(call, 'unknown'));
    speaker.calls.clear();
    return open;
  };

  const dropOldest = (speaker: Speaker): PastEvent[] => {
    const [oldest] = speaker.calls.values();
    if (oldest === undefined) return [];
    speaker.calls.delete(oldest.id);
    return [told(oldest, 'unknown')];
  };

  const begin = (facts: LineFacts, line: LinePlace, speaker: Speaker): PastEvent => {
    speaker.started = true;
    const payload =
      speaker.agent === null
        ? { hook_event_name: 'SessionStart', source: 'startup' }
        : { hook_event_name: 'SubagentStart' };
    return told(callOf(facts, line, payload, speaker));
  };

  const readers = { user: readUser, assistant: readAssistant, system: readSystem };

  const read = (facts: LineFacts, line: LinePlace): PastEvent[] => {
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
