import { DEFAULT_ADAPTER } from '../adapters/index.ts';
import { quoted } from '../adapters/call-shape/quote.ts';
import { jsonProblem } from '../protocol/text/json-problem.ts';

/** What `explain` is asked about, as the payload of a hook. */
export interface AskedCall {
  payload: string;
  /** What a person may want to know about how the words were read. */
  hint: string | null;
}

/** The words of a person, before they are read. */
export interface CallWords {
  /** `--tool`. */
  tool?: string | undefined;
  words: readonly string[];
  /** Where the call would happen. */
  cwd: string;
}

/** What is asked cannot be read: the words do not go together, or what they hold is wrong. */
export class AskedWrongly extends Error {
  readonly wrong: 'usage' | 'content';

  constructor(message: string, wrong: 'usage' | 'content') {
    super(message);
    this.wrong = wrong;
  }
}

/** A JSON payload as the argument, a tool with its fields, or a shell command in one word or in several. */
export function readAskedCall({ tool, words, cwd }: CallWords): AskedCall {
  const [first = '', ...rest] = words;
  const frame = { ...FRAME, cwd };
  if (tool !== undefined) return { payload: toolPayload(tool, words, frame), hint: null };
  if (words.every((word) => word.trim() === ''))
    throw new AskedWrongly('give a COMMAND in quotes, a tool with its file, or --payload FILE', 'usage');
  if (words.length === 1 && /^\s*\{\s*(?:"|\}\s*$)/.test(first))
    return { payload: jsonPayload(first, frame), hint: null };
  const [name = '', inQuotes] = words.length === 1 ? first.split(/ +(.*)/s, 2) : [first];
  if (isTool(name))
    return { payload: toolPayload(name, inQuotes === undefined ? rest : [inQuotes], frame), hint: null };
  const command = words.length === 1 ? first : words.map(asWord).join(' ');
  return { payload: payloadOf('Bash', { command }, frame), hint: hintFor(words, name) };
}

/** Written as it is typed, unless a shell would read something else into it. */
function asWord(word: string): string {
  return isPlain(word) ? word : quoted(word);
}

function isPlain(word: string): boolean {
  return /^[\w@%+=:,./~-]+$/.test(word);
}

function hintFor(words: readonly string[], name: string): string | null {
  const meant = DEFAULT_ADAPTER.knownTools.find((one) => one.toLowerCase() === name.toLowerCase());
  if (meant !== undefined && /path$|^url$/.test(DEFAULT_ADAPTER.mainField(meant)) && /[./]/.test(words[1] ?? ''))
    return `This was read as a shell command. About the tool: hookctl explain ${meant} ${words.slice(1).join(' ')}`.trimEnd();
  return words.length === 1 || words.every(isPlain)
    ? null
    : 'Put the command in quotes where it holds quotes, |, > or $: your shell reads those before hookctl does.';
}

function isTool(name: string): boolean {
  return name.startsWith('mcp__') || DEFAULT_ADAPTER.knownTools.includes(name);
}

/** `src/a.ts` is the main field, `content=…` another one. */
function toolPayload(tool: string, words: readonly string[], frame: object): string {
  const main = DEFAULT_ADAPTER.mainField(tool);
  const fields = words.map((word): [string, unknown] => {
    const [, key, value = ''] = /^([A-Za-z_][\w.-]*)=(.*)$/s.exec(word) ?? [];
    if (key === undefined) return [main, word];
    return [isPathField(key) && main.endsWith('path') ? main : key, valueOf(value, tool)];
  });
  const twice = fields.find(([key], i) => fields.findIndex(([other]) => other === key) < i);
  if (twice !== undefined)
    throw new AskedWrongly(
      `"${twice[0]}" is given twice; write other fields as NAME=VALUE, and values with spaces in quotes`,
      'usage',
    );
  return payloadOf(tool, Object.fromEntries(fields), frame);
}

function isPathField(key: string): boolean {
  return key === 'path' || key === 'file';
}

/** The agent's own tools take text. What a tool of a server takes is not known, so numbers and lists are read as such. */
function valueOf(text: string, tool: string): unknown {
  const isJson =
    /^\s*[[{]/.test(text) || (tool.startsWith('mcp__') && /^(?:-?\d+(?:\.\d+)?|true|false|null)$/.test(text));
  if (!isJson) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const EXAMPLE = '{"hook_event_name":"PreToolUse","tool_name":"Edit","tool_input":{"file_path":"src/a.ts"}}';

function jsonPayload(text: string, frame: object): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AskedWrongly(`the payload is not JSON: ${jsonProblem(text)}`, 'content');
  }
  const fields = value as Record<string, unknown>;
  if (!('hook_event_name' in fields) && !('tool_name' in fields))
    throw new AskedWrongly(
      `the payload has neither "hook_event_name" nor "tool_name". A payload looks like ${EXAMPLE}`,
      'content',
    );
  return JSON.stringify({ ...frame, ...fields });
}

const FRAME = { hook_event_name: 'PreToolUse', session_id: 'explain' };

function payloadOf(tool: string, input: Record<string, unknown>, frame: object): string {
  return JSON.stringify({ ...frame, tool_name: tool, tool_input: input });
}
