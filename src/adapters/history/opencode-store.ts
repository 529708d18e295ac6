import type { Adapter } from '../../protocol/agent-event.ts';
import { absolute } from '../absolute-path.ts';
import type { PastOutcome } from '../past-event.ts';
import type { DatabaseQuery, TranscriptFile, TranscriptReader } from '../transcript-reader.ts';
import { type LineFields, fieldsIn, inputIn, textIn, timeIn } from './line-fields.ts';
import { type Moment, openRecord, type RecordedMoment } from './recorded-session.ts';

/**
 * Observed with OpenCode 1.18.33 and Kilo CLI 7.7.9: `NAME.db`, or `NAME-CHANNEL.db`, in the data directory, with the tables `session`, `message` and `part`.
 * A part is a message, a call with its result, or the end of a step; its `data` is JSON. A subagent is a session with a parent.
 */
export function openCodeStore(adapter: Adapter, isOwn: (tables: LineFields) => boolean): TranscriptReader {
  const isDatabase = new RegExp(`(?:^|[/\\\\])${adapter.name}(?:-[^/\\\\]*)?\\.db$`);
  return {
    directory: ({ env, home }) => `${env['XDG_DATA_HOME'] || `${home}/.local/share`}/${adapter.name}`,
    isTranscript: (path) => isDatabase.test(path),
    recognises: (tables) => 'session' in tables && 'message' in tables && 'part' in tables && isOwn(tables),
    database: { rowsOf },
    groupBySession: (paths, files) =>
      paths.flatMap((path) => {
        const rows = files.rows(path, SESSIONS);
        return rows === null ? [[{ path, agentType: null }]] : sessionsIn(path, rows);
      }),
    open: (file, options) => {
      let isOpen = false;
      const moments = (row: LineFields): RecordedMoment[] => {
        if (file.part !== undefined && file.part.id !== file.part.root) return momentsIn(row, file).filter(isOfCall);
        const start = isOpen || !('data' in row) ? [] : [startOf(row, file)];
        isOpen ||= start.length > 0;
        return [...start, ...momentsIn(row, file)];
      };
      return openRecord(adapter, file, { ...options, moments });
    },
  };
}

const SESSIONS: DatabaseQuery = ({ limit, offset }) =>
  `SELECT json_object('id', id, 'parent', parent_id, 'directory', directory) FROM session ORDER BY time_created, id LIMIT ${limit} OFFSET ${offset}`;

/**
 * A row that is not JSON stays in, to be counted. A row that is too long becomes nothing; pictures and the like become an empty object. The page is chosen by
 * the indexes alone, so that what comes before it is not read again.
 */
function rowsOf({ part }: TranscriptFile): DatabaseQuery {
  // The sessions could not be listed: the same query says why.
  if (part === undefined) return SESSIONS;
  const session = part.id.replaceAll("'", "''");
  const order = 'ORDER BY message.time_created, message.id, part.id';
  return ({ limit, offset }) => `SELECT CASE
      WHEN NOT json_valid(part.data) OR NOT json_valid(message.data) THEN 'not JSON'
      WHEN json_extract(part.data, '$.type') NOT IN ('text', 'tool', 'step-finish') THEN '{}'
      WHEN length(CAST(part.data AS BLOB)) > ${16 << 20} THEN ''
      ELSE json_object('role', json_extract(message.data, '$.role'), 'time', json_extract(message.data, '$.time'),
        'summary', json_extract(message.data, '$.summary') IS 1, 'data', json(part.data)) END
    FROM (SELECT part.id FROM message JOIN part ON part.message_id = message.id WHERE message.session_id = '${session}'
      ${order} LIMIT ${limit} OFFSET ${offset}) AS page
    JOIN part ON part.id = page.id JOIN message ON message.id = part.message_id ${order}`;
}

/** A session and those that it has started, to any depth. */
function sessionsIn(path: string, rows: readonly LineFields[]): TranscriptFile[][] {
  const roots = new Map<string, string>();
  const groups = new Map<string, TranscriptFile[]>();
  for (const row of rows) {
    const id = textIn(row['id']) ?? '';
    // A parent is older than its children; one that was deleted leaves them on their own.
    const root = roots.get(textIn(row['parent']) ?? '') ?? id;
    roots.set(id, root);
    const file: TranscriptFile = { path, agentType: null, cwd: textIn(row['directory']) ?? '/', part: { id, root } };
    groups.set(root, [...(groups.get(root) ?? []), file]);
  }
  return [...groups.values()];
}

/** The prompt of a subagent comes from no person, and its end is not a stop of the session. */
function isOfCall({ moment }: RecordedMoment): boolean {
  return moment.kind === 'call' || moment.kind === 'result';
}

function startOf(row: LineFields, file: TranscriptFile): RecordedMoment {
  const moment: Moment = { kind: 'session', id: file.part?.root ?? 'no-session', cwd: file.cwd ?? null };
  return { at: timeIn(inputIn(row['time'])['created']), key: null, moment };
}

function momentsIn(row: LineFields, file: TranscriptFile): RecordedMoment[] {
  const part = fieldsIn(row['data']);
  const { created, completed } = inputIn(row['time']);
  switch (part['type']) {
    case 'text': {
      // The client adds texts to a prompt: files that it names, and notes.
      if (row['role'] !== 'user' || part['synthetic'] === true || part['ignored'] === true) return [];
      const text = textIn(part['text']) ?? '';
      return [
        { at: timeIn(created), key: `${timeIn(created)} ${text.slice(0, 200)}`, moment: { kind: 'prompt', text } },
      ];
    }
    case 'tool':
      return momentsOfCall(part, file);
    case 'step-finish': {
      const isLast = part['reason'] !== 'tool-calls' && part['reason'] !== 'unknown' && row['summary'] !== 1;
      return isLast ? [{ at: timeIn(completed), key: `stop ${timeIn(created)}`, moment: { kind: 'stop' } }] : [];
    }
    default:
      return [];
  }
}

function momentsOfCall(part: LineFields, file: TranscriptFile): RecordedMoment[] {
  const state = fieldsIn(part['state']);
  const text = textIn(state['output']) ?? textIn(state['error']) ?? '';
  const tool = textIn(part['tool']) ?? '';
  // The client itself refuses a tool that it does not have, before any plugin is asked.
  if (tool === 'invalid' || text.startsWith('Model tried to call unavailable tool')) return [];
  const id = textIn(part['callID']) ?? '';
  const input = fieldsIn(state['input']);
  const { start, end } = fieldsIn(state['time']);
  const workdir = textIn(input['workdir']);
  const cwd = workdir === null ? null : absolute(workdir, { cwd: file.cwd ?? '/' });
  const call: RecordedMoment = {
    at: timeIn(start),
    key: `${timeIn(start)} ${id}`,
    moment: { kind: 'call', id, tool, input, cwd },
  };
  if (state['status'] !== 'completed' && state['status'] !== 'error') return [call];
  const code = fieldsIn(state['metadata'])['exit'];
  const exit = typeof code === 'number' ? code : null;
  const outcome = state['status'] === 'error' ? outcomeOfError(text) : exit === null || exit === 0 ? 'ran' : 'failed';
  return [call, { at: timeIn(end), key: null, moment: { kind: 'result', id, outcome, exit, text } }];
}

/** A plugin refuses by an error; hookctl's ends with the rule, and with the way to permit the call where there is one. */
const HOOKCTL_REFUSAL = /\[[\w./:-]+\](?:\nIf this is wanted, a person can permit it once: .*)?$/;

function outcomeOfError(text: string): PastOutcome {
  if (text.startsWith('The user rejected permission')) return 'refused-by-person';
  if (text.startsWith('The user has specified a rule which prevents')) return 'refused-by-rule';
  return HOOKCTL_REFUSAL.test(text) ? 'refused-by-hook' : 'failed';
}
