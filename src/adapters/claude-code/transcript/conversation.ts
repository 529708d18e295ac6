import type { LineFields } from '../../history/line-fields.ts';
import type { PastEvent, Where } from '../../past-event.ts';
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

/** A transcript as far as it has been read. */
export interface Conversation {
  readonly options: ConversationOptions;
  /** The session of lines that name none. */
  readonly fileSession: string;
  readonly speakers: Map<string, Speaker>;
  /** By session: the directory in which it began. */
  readonly projectRoots: Map<string, string>;
  /** Of the last line that said so. */
  at: number;
  cwd: string;
  mode: string | null;
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

/** One line of the transcript: its number, what it says, and whose it is. */
interface Line {
  line: number;
  facts: LineFacts;
  speaker: Speaker;
}

/** A broken record must not fill the memory; no client has this many calls open at once. */
const MOST_CALLS = 1_000;

export function openConversation(options: ConversationOptions): Conversation {
  const fileSession = fileName(options.file).replace(/\.jsonl$/, '');
  return { options, fileSession, speakers: new Map(), projectRoots: new Map(), at: 0, cwd: '/', mode: null };
}

/**
 * Transcript lines → hook events. A call becomes an event when its result is read: only then is it known whether hooks were asked at all, and what became
 * of the call. The client, too, runs the hooks of the next call after the result of the last one, unless calls run side by side.
 */
export function readLine(conversation: Conversation, facts: LineFacts, number: number): PastEvent[] {
  conversation.at = facts.at ?? conversation.at;
  conversation.cwd = facts.cwd ?? conversation.cwd;
  const speaker = speakerOf(conversation, facts);
  const line: Line = { line: number, facts, speaker };
  const events = READERS[facts.type](conversation, line);
  return speaker.started ? events : [begin(conversation, line), ...events];
}

/** What the end of the file says of calls and turns that are still open. */
export function endConversation(conversation: Conversation): PastEvent[] {
  return [...conversation.speakers.values()].flatMap((speaker) => [
    ...abandonCalls(conversation, speaker),
    ...endTurn(conversation, speaker),
  ]);
}

const READERS = { user: readUser, assistant: readAssistant, system: readSystem };

function speakerOf({ options, speakers }: Conversation, facts: LineFacts): Speaker {
  const id = facts.agentId ?? (facts.sidechain ? 'sidechain' : '');
  const type = textOf(facts.fields['attributionAgent']) ?? options.agentType;
  const known = speakers.get(id);
  if (known !== undefined) {
    if (known.agent !== null) known.agent.type ??= type;
    return known;
  }
  const agent = id === '' ? null : { id, type };
  const speaker: Speaker = { agent, started: false, calls: new Map(), stop: null, stopRefused: false };
  speakers.set(id, speaker);
  return speaker;
}

function begin(conversation: Conversation, line: Line): PastEvent {
  const { speaker } = line;
  speaker.started = true;
  const payload =
    speaker.agent === null
      ? { hook_event_name: 'SessionStart', source: 'startup' }
      : { hook_event_name: 'SubagentStart' };
  return eventFor(conversation, send(conversation, payload, line));
}

function readAssistant(conversation: Conversation, line: Line): PastEvent[] {
  const { facts, speaker } = line;
  if (facts.fields['isApiErrorMessage'] === true) {
    speaker.stop = null;
    return [];
  }
  const message = textOf(facts.message['id']) ?? facts.uuid ?? String(line.line);
  const events = speaker.stop !== null && speaker.stop.message !== message ? endTurn(conversation, speaker) : [];
  let calls = 0;
  for (const block of facts.blocks) {
    const name = textOf(block['name']);
    if (block['type'] !== 'tool_use' || name === null) continue;
    calls++;
    // Without an id no result can be matched to the call; it was made all the same.
    const id = textOf(block['id']) ?? `${message}#${calls}`;
    if (isRepeated(conversation, facts, id)) continue;
    const input = isFields(block['input']) ? block['input'] : {};
    const payload = { hook_event_name: 'PreToolUse', tool_name: name, tool_input: input, tool_use_id: id };
    speaker.calls.set(id, send(conversation, payload, line));
    if (speaker.calls.size > MOST_CALLS) events.push(...abandonCalls(conversation, speaker, 1));
  }
  const reason = textOf(facts.message['stop_reason']);
  if (calls > 0 || reason === 'tool_use' || reason === 'pause_turn') speaker.stop = null;
  else if (facts.blocks.length > 0) {
    const name = speaker.agent === null ? 'Stop' : 'SubagentStop';
    const payload = { hook_event_name: name, stop_hook_active: speaker.stopRefused };
    speaker.stop = { message, sent: send(conversation, payload, line), sure: reason !== null };
  }
  return events;
}

function readUser(conversation: Conversation, line: Line): PastEvent[] {
  const { facts, speaker } = line;
  const results = facts.blocks.filter((block) => block['type'] === 'tool_result');
  if (results.length > 0) return results.flatMap((block) => readResult(conversation, block, line));
  const spoken = spokenIn(facts);
  if (spoken.kind === 'interrupted' && speaker.stop?.sure !== true) speaker.stop = null;
  const events = endTurn(conversation, speaker);
  if (spoken.kind === 'stop-feedback') speaker.stopRefused = true;
  if (spoken.kind !== 'prompt' || speaker.agent !== null) return events;
  conversation.mode = textOf(facts.fields['permissionMode']) ?? conversation.mode;
  events.push(...abandonCalls(conversation, speaker));
  speaker.stopRefused = false;
  if (isRepeated(conversation, facts, `prompt ${spoken.text.length} ${spoken.text.slice(0, 64)}`)) return events;
  const payload = { hook_event_name: 'UserPromptSubmit', prompt: spoken.text };
  return [...events, eventFor(conversation, send(conversation, payload, line))];
}

function readResult(conversation: Conversation, block: LineFields, line: Line): PastEvent[] {
  const { facts, speaker } = line;
  const id = textOf(block['tool_use_id']) ?? '';
  // Ids are unique in a session, and not every client marks the result of a subagent's call as the subagent's.
  const caller = speaker.calls.has(id)
    ? speaker
    : [...conversation.speakers.values()].find(({ calls }) => calls.has(id));
  const call = caller?.calls.get(id);
  if (caller === undefined || call === undefined) return [];
  caller.calls.delete(id);
  const { outcome, error } = resultOf(block, facts.fields);
  if (outcome === null) return [];
  if (outcome !== 'ran' && outcome !== 'failed') return [eventFor(conversation, call, { outcome })];
  const { tool_name, tool_input } = call.payload;
  const shared = { tool_name, tool_input, tool_use_id: id };
  const callersLine = { ...line, speaker: caller };
  if (outcome === 'failed') {
    const payload = { hook_event_name: 'PostToolUseFailure', ...shared, error: error(), is_interrupt: false };
    return [
      eventFor(conversation, call, { outcome }),
      eventFor(conversation, send(conversation, payload, callersLine)),
    ];
  }
  const response = responseOf(block, facts.fields);
  const fileRead = fileReadBy(tool_input, response);
  const payload = { hook_event_name: 'PostToolUse', ...shared, tool_response: response };
  return [
    eventFor(conversation, call, { outcome, fileRead }),
    eventFor(conversation, send(conversation, payload, callersLine), { fileRead }),
  ];
}

function readSystem(conversation: Conversation, line: Line): PastEvent[] {
  const { facts, speaker } = line;
  const events = endTurn(conversation, speaker);
  if (facts.fields['subtype'] !== 'compact_boundary' || isRepeated(conversation, facts, 'compact')) return events;
  const about = facts.fields['compactMetadata'];
  const trigger = (isFields(about) ? textOf(about['trigger']) : null) ?? 'auto';
  return [
    ...events,
    eventFor(conversation, send(conversation, { hook_event_name: 'PreCompact', trigger }, line)),
    eventFor(conversation, send(conversation, { hook_event_name: 'SessionStart', source: 'compact' }, line)),
  ];
}

function endTurn(conversation: Conversation, speaker: Speaker): PastEvent[] {
  const { stop } = speaker;
  speaker.stop = null;
  if (stop === null || conversation.options.seenBefore(`${stop.sent.at} stop ${stop.message}`)) return [];
  return [eventFor(conversation, stop.sent)];
}

/** The oldest calls first; their results will never be read. */
function abandonCalls(conversation: Conversation, speaker: Speaker, most = Infinity): PastEvent[] {
  const events: PastEvent[] = [];
  for (const [id, call] of speaker.calls) {
    if (events.length === most) break;
    speaker.calls.delete(id);
    events.push(eventFor(conversation, call, { outcome: 'unknown' }));
  }
  return events;
}

/** Resumed and forked sessions repeat lines. */
function isRepeated({ options }: Conversation, facts: LineFacts, key: string): boolean {
  if (facts.at === null && facts.uuid === null) return false;
  const repeated = options.seenBefore(`${facts.at ?? facts.uuid} ${key}`);
  if (repeated) options.onRepeated();
  return repeated;
}

/** Adds to a payload what all events have. */
function send(conversation: Conversation, payload: Payload, { facts, line, speaker: { agent } }: Line): Sent {
  const { options, fileSession, projectRoots, at, cwd, mode } = conversation;
  const session = facts.session ?? fileSession;
  if (!projectRoots.has(session)) projectRoots.set(session, cwd);
  payload.session_id = session;
  payload.transcript_path = options.file;
  payload.cwd = cwd;
  if (mode !== null) payload['permission_mode'] = mode;
  if (agent !== null) payload['agent_id'] = agent.id;
  if (agent !== null && agent.type !== null) payload['agent_type'] = agent.type;
  return { payload, at, where: { file: options.file, line }, branch: facts.branch };
}

function eventFor(
  { options, projectRoots, cwd }: Conversation,
  { payload, at, where, branch }: Sent,
  { outcome = null, fileRead = null }: Partial<Pick<PastEvent, 'outcome' | 'fileRead'>> = {},
): PastEvent {
  const projectRoot = projectRoots.get(payload.session_id ?? '') ?? cwd;
  const event = eventOf(payload, { projectRoot, home: options.home });
  return { event, at, where, branch, outcome, fileRead };
}
