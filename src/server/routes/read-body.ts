import type { ExplainQuestion, Mark } from '../api.ts';
import { MARK_KINDS } from '../api.ts';
import { badRequest } from './problem.ts';

type Fields = Record<string, unknown>;

export function bodyFields(body: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw badRequest('the body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('the body is not a JSON object');
  return value as Fields;
}

const LONGEST_NOTE = 500;
const LONGEST_BRANCH = 250;

export function readMark(fields: Fields, now: number): Mark {
  const kind = MARK_KINDS.find((one) => one === fields['kind']);
  if (kind === undefined) throw badRequest(`"kind" is not one of ${MARK_KINDS.join(', ')}`);
  const note = fields['note'] === undefined ? '' : text(fields, 'note');
  return {
    id: text(fields, 'id'),
    machine: textOrNull(fields, 'machine'),
    kind,
    note: note.slice(0, LONGEST_NOTE),
    at: now,
  };
}

export function readQuestion(fields: Fields): ExplainQuestion {
  const edited = fields['edited'];
  const branch = textOrNull(fields, 'branch') ?? '';
  if (branch.length > LONGEST_BRANCH) throw badRequest(`"branch" has more than ${LONGEST_BRANCH} characters`);
  return {
    text: text(fields, 'text'),
    ...(branch === '' ? {} : { branch }),
    ...(edited === undefined || edited === null ? {} : { edited: readEdited(edited) }),
  };
}

export function readEdited(value: unknown): { file: string; text: string } {
  if (typeof value !== 'object' || value === null) throw badRequest('"edited" is not an object of file and text');
  const fields = value as Fields;
  return { file: text(fields, 'file'), text: text(fields, 'text') };
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw badRequest(`"${name}" is not a string`);
  return value;
}

function textOrNull(fields: Fields, name: string): string | null {
  return fields[name] === undefined || fields[name] === null ? null : text(fields, name);
}
