import { readFileSync } from 'node:fs';
import { DEFAULT_ADAPTER } from '../../adapters/index.ts';
import { quoted } from '../../adapters/call-shape/quote.ts';
import { wordTrouble } from '../../protocol/text/file-trouble.ts';
import { jsonProblem } from '../../protocol/text/json-problem.ts';
import { InputError, UsageError } from '../command.ts';

/** What `explain` is asked about, as the payload of a hook. */
export interface AskedCall {
  payload: string;
  /** What a person may want to know about how the words were read. */
  hint: string | null;
}

export interface Asked {
  /** `--payload`. */
  file: string | undefined;
  /** `--tool`. */
  tool: string | undefined;
  words: readonly string[];
}

/** A payload from a file, a JSON payload as the argument, a tool with its fields, or a shell command in one word or in several. */
export function readAskedCall({ file, tool, words }: Asked): AskedCall {
  const [first = '', ...rest] = words;
  if (file !== undefined) {
    if (words.length > 0 || tool !== undefined) throw new UsageError('give a COMMAND, a tool or --payload, not both');
    return { payload: readPayload(file), hint: null };
  }
  if (tool !== undefined) return { payload: toolPayload(tool, words), hint: null };
  if (words.length === 0) throw new UsageError('give a COMMAND in quotes, a tool with its file, or --payload FILE');
  if (words.length === 1 && /^\s*\{\s*(?:"|\}\s*$)/.test(first)) return { payload: jsonPayload(first), hint: null };
  const [name = '', inQuotes] = words.length === 1 ? first.split(/ +(.*)/s, 2) : [first];
  if (isTool(name)) return { payload: toolPayload(name, inQuotes === undefined ? rest : [inQuotes]), hint: null };
  const command = words.length === 1 ? first : words.map(asWord).join(' ');
  return { payload: payloadOf('Bash', { command }), hint: hintFor(words, name) };
}

/** Written as it is typed, unless a shell would read something else into it. */
function asWord(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : quoted(word);
}

function hintFor(words: readonly string[], name: string): string | null {
  const meant = DEFAULT_ADAPTER.knownTools.find((one) => one.toLowerCase() === name.toLowerCase());
  if (meant !== undefined && /path$|^url$/.test(DEFAULT_ADAPTER.mainField(meant)) && /[./]/.test(words[1] ?? ''))
    return `This was read as a shell command. About the tool: hookctl explain ${meant} ${words.slice(1).join(' ')}`.trimEnd();
  return words.length === 1
    ? null
    : 'Put the command in quotes where it holds quotes, |, > or $: your shell reads those before hookctl does.';
}

function isTool(name: string): boolean {
  return name.startsWith('mcp__') || DEFAULT_ADAPTER.knownTools.includes(name);
}

/** `src/a.ts` is the main field, `content=…` another one. */
function toolPayload(tool: string, words: readonly string[]): string {
  const main = DEFAULT_ADAPTER.mainField(tool);
  const fields = words.map((word): [string, unknown] => {
    const [, key, value = ''] = /^([A-Za-z_][\w.-]*)=(.*)$/s.exec(word) ?? [];
    if (key === undefined) return [main, word];
    return [isPathField(key) && main.endsWith('path') ? main : key, valueOf(value, tool)];
  });
  const twice = fields.find(([key], i) => fields.findIndex(([other]) => other === key) < i);
  if (twice !== undefined)
    throw new UsageError(
      `"${twice[0]}" is given twice; write other fields as NAME=VALUE, and values with spaces in quotes`,
    );
  return payloadOf(tool, Object.fromEntries(fields));
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

function jsonPayload(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InputError(`the payload is not JSON: ${jsonProblem(text)}`);
  }
  const fields = value as Record<string, unknown>;
  if (!('hook_event_name' in fields) && !('tool_name' in fields))
    throw new InputError(`the payload has neither "hook_event_name" nor "tool_name". A payload looks like ${EXAMPLE}`);
  return JSON.stringify({ ...FRAME, cwd: process.cwd(), ...fields });
}

const FRAME = { hook_event_name: 'PreToolUse', session_id: 'explain' };

function payloadOf(tool: string, input: Record<string, unknown>): string {
  return JSON.stringify({ ...FRAME, cwd: process.cwd(), tool_name: tool, tool_input: input });
}

function readPayload(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new InputError(`cannot read the payload ${file}: ${wordTrouble(error)}`);
  }
}
