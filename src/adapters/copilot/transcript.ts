import { type LineFields, fieldsIn, inputIn, textIn, timeIn } from '../history/line-fields.ts';
import { type Moment, openRecord, type RecordedMoment } from '../history/recorded-session.ts';
import type { PastOutcome } from '../past-event.ts';
import type { TranscriptReader } from '../transcript-reader.ts';
import { copilot } from './index.ts';

/** Observed with Copilot CLI 1.0.102: `session-state/SESSION/events.jsonl`, one object `{ type, data, id, timestamp }` a line. */
export const copilotTranscripts: TranscriptReader = {
  directory: ({ env, home }) => `${env['COPILOT_HOME'] || `${home}/.copilot`}/session-state`,
  isTranscript: (path) => path.endsWith('/events.jsonl'),
  recognises: (line) => line['type'] === 'session.start' && 'data' in line,
  groupBySession: (paths) => paths.map((path) => [{ path, agentType: null }]),
  open: (file, options) => openRecord(copilot, file, { ...options, moments: momentsIn }),
};

function momentsIn(line: LineFields): RecordedMoment[] {
  const moment = momentOf(textIn(line['type']), fieldsIn(line['data']));
  return moment === null ? [] : [{ at: timeIn(line['timestamp']), key: textIn(line['id']), moment }];
}

function momentOf(type: string | null, data: LineFields): Moment | null {
  const id = textIn(data['toolCallId']) ?? '';
  switch (type) {
    case 'session.start':
      return {
        kind: 'session',
        id: textIn(data['sessionId']) ?? 'no-session',
        cwd: textIn(fieldsIn(data['context'])['cwd']),
      };
    case 'user.message':
      return { kind: 'prompt', text: textIn(data['content']) ?? '' };
    case 'tool.execution_start':
      return { kind: 'call', id, tool: textIn(data['toolName']) ?? '', input: inputIn(data['arguments']) };
    case 'tool.execution_complete':
      return resultOf(id, data);
    case 'assistant.message':
      return Array.isArray(data['toolRequests']) && data['toolRequests'].length > 0 ? null : { kind: 'stop' };
    default:
      return null;
  }
}

function resultOf(id: string, data: LineFields): Moment {
  const { exitCode } = fieldsIn(data['shellExecution']);
  const exit = typeof exitCode === 'number' ? exitCode : null;
  const text = textIn(fieldsIn(data['result'])['content']) ?? textIn(fieldsIn(data['error'])['message']) ?? '';
  return { kind: 'result', id, outcome: outcomeOf(data, text, exit), exit, text };
}

function outcomeOf(data: LineFields, text: string, exit: number | null): PastOutcome {
  if (data['success'] === true) return exit === null || exit === 0 ? 'ran' : 'failed';
  if (text.startsWith('Denied by preToolUse hook')) return 'refused-by-hook';
  const code = textIn(fieldsIn(data['error'])['code']);
  if (code === 'denied' || /permission/i.test(text)) return 'refused-by-rule';
  return code === 'rejected' ? 'refused-by-person' : 'failed';
}
