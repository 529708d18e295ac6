import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

export const HAS_SQLITE3 = spawnSync('sqlite3', ['--version']).status === 0;

/** The tables of OpenCode 1.18.33 with the columns that have to have a value, and an index of Kilo 7.7.9 on an expression. */
const SCHEMA = `
CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL, directory text NOT NULL, title text NOT NULL,
  version text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL);
CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL,
  data text NOT NULL);
CREATE INDEX recall_message_role_idx ON message (id, json_extract(data, '$.role'));
`;

export interface SessionRows {
  id: string;
  parent?: string;
  /** Each with its parts: objects, or the text that stands in the place of JSON. */
  messages: { role: 'user' | 'assistant'; at: number; summary?: boolean; parts: (object | string)[] }[];
}

export interface DatabaseOptions {
  /** SQL that is run at the end. */
  also?: string;
  /** As an agent leaves it that still runs: what is new stands in the journal. */
  journal?: boolean;
}

export function makeDatabase(path: string, sessions: readonly SessionRows[], options: DatabaseOptions = {}): void {
  mkdirSync(dirname(path), { recursive: true });
  const { also = '', journal = false } = options;
  const rows = sessions.map(rowsOf).join('\n');
  const input = `PRAGMA journal_mode = wal;\n${journal ? '.dbconfig no_ckpt_on_close on\n' : ''}${SCHEMA}BEGIN;\n${rows}\nCOMMIT;\n${also}\n`;
  const { status, stderr } = spawnSync('sqlite3', ['-batch', '-bail', path], { input, encoding: 'utf8' });
  if (status !== 0 || stderr !== '') throw new Error(`sqlite3: ${stderr}`);
}

function rowsOf({ id, parent, messages }: SessionRows, place: number): string {
  const insert = (table: string, ...values: (string | number | null)[]) =>
    `INSERT INTO ${table} VALUES (${values.map(literal).join(', ')});`;
  return [
    insert('session', id, 'global', parent ?? null, 'slug', '/project', 'title', '1.18.33', place, place),
    ...messages.flatMap(({ role, at, summary, parts }, number) => {
      const message = `msg_${id}_${String(number).padStart(6, '0')}`;
      const data = { role, time: { created: at, completed: at + 9 }, ...(summary === undefined ? {} : { summary }) };
      return [
        insert('message', message, id, at, at, JSON.stringify(data)),
        ...parts.map((part, index) => {
          const text = typeof part === 'string' ? part : JSON.stringify(part);
          return insert('part', `prt_${message}_${String(index).padStart(6, '0')}`, message, id, at, at, text);
        }),
      ];
    }),
  ].join('\n');
}

function literal(value: string | number | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
