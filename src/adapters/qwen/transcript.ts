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
import type { TranscriptReader } from '../transcript-reader.ts';
import { qwen } from './index.ts';

/** Observed with Qwen Code 0.24.4: `projects/PROJECT/chats/SESSION.jsonl`; each line names session and directory. */
export const qwenTranscripts: TranscriptReader = {
  directory: ({ env, home }) => `${env['QWEN_HOME'] || `${home}/.qwen`}/projects`,
  isTranscript: (path) => /\/chats\/[^/]*\.jsonl$/.test(path),
  recognises: (line) => 'provenance' in line && 'sessionId' in line,
  groupBySession: (paths) => paths.map((path) => [{ path, agentType: null }]),
  open: (file, options) => {
    let isOpen = false;
    const moments = (line: LineFields): RecordedMoment[] => {
      const start = isOpen ? [] : [startOf(line)];
      isOpen = true;
      return [...start, ...momentsIn(line)];
    };
    return openRecord(qwen, file, { ...options, moments });
  },
};

function startOf(line: LineFields): RecordedMoment {
  const id = textIn(line['sessionId']) ?? 'no-session';
  return { at: timeIn(line['timestamp']), key: null, moment: { kind: 'session', id, cwd: textIn(line['cwd']) } };
}

function momentsIn(line: LineFields): RecordedMoment[] {
  const at = timeIn(line['timestamp']);
  const uuid = textIn(line['uuid']);
  const parts = listIn(fieldsIn(line['message'])['parts']);
  const as = (moment: Moment, index: number): RecordedMoment => ({ at, key: `${uuid} ${index}`, moment });
  switch (line['type']) {
    case 'user':
      return line['provenance'] === 'real_user' ? [as({ kind: 'prompt', text: spokenIn(parts) }, 0)] : [];
    case 'assistant': {
      const calls = parts.flatMap((part) => ('functionCall' in part ? [fieldsIn(part['functionCall'])] : []));
      if (calls.length === 0) return spokenIn(parts) === '' ? [] : [as({ kind: 'stop' }, 0)];
      return calls.map((call, index) => as(callOf(call), index));
    }
    case 'tool_result':
      return parts.map((part, index) => as(resultOf(fieldsIn(part['functionResponse']), line), index));
    default:
      return [];
  }
}

function callOf(call: LineFields): Moment {
  const input = inputIn(call['args']);
  const tool = textIn(call['name']) ?? '';
  return { kind: 'call', id: textIn(call['id']) ?? '', tool, input, cwd: textIn(input['directory']) };
}

function resultOf(answer: LineFields, line: LineFields): Moment {
  const response = fieldsIn(answer['response']);
  const text = textIn(response['output']) ?? textIn(response['error']) ?? '';
  const result = fieldsIn(line['toolCallResult']);
  const { exitCode } = fieldsIn(result['resultDisplay']);
  const exit = typeof exitCode === 'number' ? exitCode : exitIn(text);
  const outcome = outcomeOf(result, exit);
  return { kind: 'result', id: textIn(answer['id']) ?? textIn(result['callId']) ?? '', outcome, exit, text };
}

function outcomeOf(result: LineFields, exit: number | null): PastOutcome {
  const status = textIn(result['status']);
  if (status === 'cancelled') return 'refused-by-person';
  if (result['errorType'] === 'execution_denied') return 'refused-by-hook';
  return status === 'success' && (exit === null || exit === 0) ? 'ran' : 'failed';
}
