import { exitIn, type LineFields, fieldsIn, inputIn, spokenIn, textIn, timeIn } from '../history/line-fields.ts';
import { type Moment, openRecord, type RecordedMoment } from '../history/recorded-session.ts';
import type { PastOutcome } from '../past-event.ts';
import type { TranscriptReader } from '../transcript-reader.ts';
import { codex } from './index.ts';

/** Observed with Codex 0.166.0: `sessions/YYYY/MM/DD/rollout-….jsonl`, one object `{ timestamp, type, payload }` a line. */
export const codexTranscripts: TranscriptReader = {
  directory: ({ env, home }) => `${env['CODEX_HOME'] || `${home}/.codex`}/sessions`,
  isTranscript: (path) => /\/rollout-[^/]*\.jsonl$/.test(path),
  recognises: (line) => line['type'] === 'session_meta' && 'payload' in line,
  groupBySession: (paths) => paths.map((path) => [{ path, agentType: null }]),
  open: (file, options) => openRecord(codex, file, { ...options, moments: momentsIn }),
};

function momentsIn(line: LineFields): RecordedMoment[] {
  const payload = fieldsIn(line['payload']);
  const moment = momentOf(textIn(line['type']), payload);
  if (moment === null) return [];
  const at = timeIn(line['timestamp']);
  // A resumed session repeats the lines of the first one.
  return [{ at, key: moment.kind === 'result' ? null : `${at} ${textIn(payload['id']) ?? moment.kind}`, moment }];
}

function momentOf(type: string | null, payload: LineFields): Moment | null {
  if (type === 'session_meta')
    return { kind: 'session', id: textIn(payload['id']) ?? 'no-session', cwd: textIn(payload['cwd']) };
  if (type === 'event_msg' && payload['type'] === 'task_complete') return { kind: 'stop' };
  if (type === 'event_msg') return spokenItem(fieldsIn(payload['item']));
  if (type !== 'response_item') return null;
  const id = textIn(payload['call_id']) ?? '';
  switch (payload['type']) {
    case 'function_call':
    case 'local_shell_call':
      return callOf(id, textIn(payload['name']) ?? 'shell', inputIn(payload['arguments'] ?? payload['action']));
    case 'custom_tool_call':
      return callOf(id, textIn(payload['name']) ?? '', { command: payload['input'] });
    case 'function_call_output':
    case 'custom_tool_call_output':
      return resultOf(id, outputText(payload['output']));
    default:
      return null;
  }
}

/** What a person wrote; the messages of role `user` also hold what Codex itself adds. */
function spokenItem(item: LineFields): Moment | null {
  return item['type'] === 'UserMessage' ? { kind: 'prompt', text: spokenIn(item['content']) } : null;
}

/** A hook sees `Bash { command }` for each of the shell tools, and the command's own directory as that of the call. */
function callOf(id: string, tool: string, input: LineFields): Moment {
  const { cmd, ...rest } = input;
  const command = cmd ?? input['command'];
  if (command === undefined || tool === 'apply_patch') return { kind: 'call', id, tool, input };
  const text = Array.isArray(command) ? wordsOf(command) : command;
  return { kind: 'call', id, tool: 'Bash', input: { ...rest, command: text }, cwd: textIn(input['workdir']) };
}

/** `["bash", "-lc", TEXT]` runs TEXT. */
function wordsOf(words: unknown[]): string {
  const [, option, text] = words;
  return typeof option === 'string' && /^-l?c$/.test(option) && typeof text === 'string' ? text : words.join(' ');
}

function outputText(output: unknown): string {
  return typeof output === 'string' ? output : (textIn(fieldsIn(output)['content']) ?? spokenIn(output));
}

function resultOf(id: string, text: string): Moment {
  const exit = exitIn(text);
  return { kind: 'result', id, outcome: outcomeOf(text, exit), exit, text };
}

function outcomeOf(text: string, exit: number | null): PastOutcome {
  if (text.startsWith('Command blocked by PreToolUse hook') || text.startsWith('Tool call blocked by PreToolUse hook'))
    return 'refused-by-hook';
  if (/rejected by user/i.test(text)) return 'refused-by-person';
  return exit === null || exit === 0 ? 'ran' : 'failed';
}
