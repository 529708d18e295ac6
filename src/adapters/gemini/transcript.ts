import {
  exitIn,
  type LineFields,
  fieldsIn,
  inputIn,
  listIn,
  spokenIn,
  textIn,
  timeIn,
} from '../history/line-fields.ts';
import { type Moment, openRecord, type RecordedMoment } from '../history/recorded-session.ts';
import type { PastOutcome } from '../past-event.ts';
import type { TranscriptFiles, TranscriptReader } from '../transcript-reader.ts';
import { gemini } from './index.ts';

/**
 * Observed with Gemini CLI 0.61.0: `tmp/PROJECT/chats/session-….jsonl`. A message of the model is written again with its calls and their results. The
 * record does not name the directory; `projects.json` beside `tmp` does.
 */
export const geminiTranscripts: TranscriptReader = {
  directory: ({ env, home }) => `${env['GEMINI_CLI_HOME'] || home}/.gemini/tmp`,
  isTranscript: (path) => /\/chats\/session-[^/]*\.jsonl$/.test(path),
  recognises: (line) => 'sessionId' in line && 'projectHash' in line,
  groupBySession: (paths, files) => paths.map((path) => [{ path, agentType: null, ...directoryOf(path, files) }]),
  open: (file, options) => openRecord(gemini, file, { ...options, moments: momentsIn }),
};

function directoryOf(path: string, files: TranscriptFiles): { cwd?: string } {
  const [, base, project] = /^(.*)\/tmp\/([^/]+)\/chats\//.exec(path) ?? [];
  const text = base === undefined ? null : files.text(`${base}/projects.json`);
  const { projects } = text === null ? {} : inputIn(text);
  const cwd = Object.entries(fieldsIn(projects)).find(([, name]) => name === project)?.[0];
  return cwd === undefined ? {} : { cwd };
}

function momentsIn(line: LineFields): RecordedMoment[] {
  const at = timeIn(line['timestamp'] ?? line['startTime']);
  const key = textIn(line['id']);
  if ('projectHash' in line)
    return [{ at, key: null, moment: { kind: 'session', id: textIn(line['sessionId']) ?? 'no-session', cwd: null } }];
  if (line['type'] === 'user')
    return listIn(line['content']).some((part) => 'functionResponse' in part) ? [] : [said(line)];
  if (line['type'] !== 'gemini') return [];
  const calls = listIn(line['toolCalls']);
  if (calls.length > 0) return calls.flatMap(momentsOfCall);
  // Before its calls are known the message is empty; the last word of a turn is not.
  return spokenIn(line['content']) === ''
    ? []
    : [{ at, key: key === null ? null : `stop ${key}`, moment: { kind: 'stop' } }];
}

function said(line: LineFields): RecordedMoment {
  const moment: Moment = { kind: 'prompt', text: spokenIn(line['content']) };
  return { at: timeIn(line['timestamp']), key: textIn(line['id']), moment };
}

function momentsOfCall(call: LineFields): RecordedMoment[] {
  const id = textIn(call['id']) ?? '';
  const at = timeIn(call['timestamp']);
  const tool = textIn(call['name']) ?? '';
  const input = inputIn(call['args']);
  const text = JSON.stringify(call['result'] ?? '');
  const exit = exitIn(text);
  const outcome = outcomeOf(textIn(call['status']), text, exit);
  return [
    { at, key: `${at} ${id}`, moment: { kind: 'call', id, tool, input, cwd: textIn(input['dir_path']) } },
    { at, key: null, moment: { kind: 'result', id, outcome, exit, text } },
  ];
}

function outcomeOf(status: string | null, text: string, exit: number | null): PastOutcome {
  if (text.includes('Tool execution blocked:')) return 'refused-by-hook';
  if (status === 'cancelled') return 'refused-by-person';
  if (status === 'error') return /denied by policy/i.test(text) ? 'refused-by-rule' : 'failed';
  return exit === null || exit === 0 ? 'ran' : 'failed';
}
