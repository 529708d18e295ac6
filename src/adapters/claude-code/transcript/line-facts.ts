import type { LineFields } from '../../history/line-fields.ts';
/** The fields of a transcript line that a replay needs. Claude Code calls the format internal, so nothing is taken for granted. */
export interface LineFacts {
  type: 'user' | 'assistant' | 'system';
  fields: LineFields;
  session: string | null;
  cwd: string | null;
  at: number | null;
  uuid: string | null;
  branch: string | null;
  sidechain: boolean;
  agentId: string | null;
  /** The message's content; a plain text becomes one block. */
  blocks: LineFields[];
  message: LineFields;
}

/** Null: a line of a kind that holds no event. */
export function factsOfLine(value: LineFields): LineFacts | null {
  const { type } = value;
  if (type !== 'user' && type !== 'assistant' && type !== 'system') return null;
  const message = isFields(value['message']) ? value['message'] : {};
  const time = Date.parse(textOf(value['timestamp']) ?? '');
  const branch = textOf(value['gitBranch']);
  return {
    type,
    fields: value,
    session: textOf(value['sessionId']),
    cwd: textOf(value['cwd']),
    at: Number.isNaN(time) ? null : time,
    uuid: textOf(value['uuid']),
    // The client writes HEAD when there is no repository, too.
    branch: branch === 'HEAD' ? null : branch,
    sidechain: value['isSidechain'] === true,
    agentId: textOf(value['agentId']),
    blocks: blocksOf(message['content']),
    message,
  };
}

export function isFields(value: unknown): value is LineFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The text of a message or of a result: a string, or a list of blocks. */
export function plainText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.flatMap((block) => (isFields(block) ? (textOf(block['text']) ?? []) : [])).join('\n');
}

function blocksOf(content: unknown): LineFields[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isFields) : [];
}
