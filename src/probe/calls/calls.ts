import { join } from 'node:path';
import type { EventRow } from '../../protocol/event-row.ts';
import type { Field } from '../../protocol/field.ts';
import type { Payload } from '../../protocol/payload/payload.ts';
import { knownSubjects, mayBeNew, RETIRED_TOOLS, TOOLS } from '../../lint/read/tool-names.ts';
import { matches } from '../../runtime/matcher.ts';
import { PLANTED } from '../sandbox/sandbox.ts';
import * as general from './general-calls.ts';
import { samplesOf } from './sample-pattern.ts';

/** One event to try a guard on. */
export interface ProbeCall {
  /** For people: `Bash: rm -rf /`. */
  label: string;
  /** Without the fields that every payload has. */
  fields: Readonly<Record<string, unknown>>;
}

export interface Calls {
  /** Calls that this or another guard might refuse; those that the guard's own text suggests come first. */
  suspicious: ProbeCall[];
  harmless: ProbeCall[];
}

export interface TrialCallRequest {
  row: EventRow;
  matcher: string | undefined;
  /** `if` of the handler. */
  condition: string | undefined;
  literals: readonly string[];
  projectDir: string;
  home: string;
}

/** Payloads for an event and a matcher. None when no subject that we know of fits the matcher. */
export function callsFor(request: TrialCallRequest): Calls {
  const { row } = request;
  if ('tool_input' in row.payload) return toolCalls(request);
  if ('prompt' in row.payload) return promptCalls(request);
  return plainCalls(request);
}

/** Each in its own order; one from each in turn, so that no tool waits for all of another. */
function toolCalls(request: TrialCallRequest): Calls {
  const perTool = toolsFor(request).map((tool) => callsOf(tool, request));
  return {
    suspicious: inTurn(perTool.map(({ suspicious }) => suspicious)),
    harmless: inTurn(perTool.map(({ harmless }) => harmless)),
  };
}

const PREFERRED = [
  'Bash',
  'Edit',
  'Write',
  'Read',
  'MultiEdit',
  'NotebookEdit',
  'WebFetch',
  'WebSearch',
  'Grep',
  'Glob',
  'Agent',
  'PowerShell',
];
const MOST_TOOLS = 4;

function toolsFor({ row, matcher, condition }: TrialCallRequest): string[] {
  const named = (matcher ?? '')
    .split(/[|,]/)
    .map((one) => one.trim())
    .filter((one) => /^mcp__[\w-]+$/.test(one) || RETIRED_TOOLS.includes(one) || mayBeNew(one));
  const sampled = (matcher === undefined ? [] : samplesOf(matcher).map((one) => one.replace(/\s+/g, '_'))).filter(
    (one) => /^mcp__\w+__\w/.test(one),
  );
  const samples = [
    ...PREFERRED,
    ...TOOLS.filter((one) => !PREFERRED.includes(one)),
    ...named,
    ...sampled,
    'mcp__server__tool',
  ];
  const fitting = [...new Set(samples)].filter((one) => matches(row, matcher, one).matches);
  const only = /^(\w+)\(/.exec(condition ?? '')?.[1];
  return fitting.filter((one) => only === undefined || one === only).slice(0, MOST_TOOLS);
}

function callsOf(tool: string, request: TrialCallRequest): Calls {
  const inputs = inputsFor(tool, request);
  const make = (list: readonly ToolInput[]): ProbeCall[] =>
    list.map(({ about, input, result }) => ({
      label: `${tool}: ${about}`,
      fields: {
        tool_name: tool,
        tool_input: input,
        tool_use_id: 'toolu_01HookctlProbe',
        ...('tool_response' in request.row.payload ? { tool_response: responseOf(tool, result) } : {}),
        ...('error' in request.row.payload ? { error: result ?? 'Command failed with exit code 1' } : {}),
      },
    }));
  return { suspicious: make(inputs.suspicious), harmless: make(inputs.harmless) };
}

interface ToolInput {
  about: string;
  input: Record<string, unknown>;
  result?: string;
}

function responseOf(tool: string, result = 'ok'): unknown {
  return tool === 'Bash'
    ? { stdout: result, stderr: '', interrupted: false, isImage: false }
    : { success: true, output: result };
}

function inputsFor(tool: string, request: TrialCallRequest): { suspicious: ToolInput[]; harmless: ToolInput[] } {
  const { literals, condition } = request;
  const wanted = [...samplesOf(/^\w+\((.*)\)$/.exec(condition ?? '')?.[1] ?? ''), ...literals];
  const all = wanted.length > 1 ? [wanted.join(' ')] : [];
  const texts = (list: readonly string[]): string[] => [...wanted, ...all, ...list];
  const one = (key: string, list: readonly string[]): ToolInput[] =>
    list.map((text) => ({ about: text, input: { [key]: text } }));
  switch (tool) {
    case 'Bash':
    case 'PowerShell': {
      const results =
        'tool_response' in request.row.payload
          ? general.RESULTS.flatMap((result) =>
              wanted.concat('npm test').map((about) => ({ about, input: { command: about }, result })),
            )
          : [];
      return {
        suspicious: [
          ...one('command', [...wanted, ...all]),
          ...results.slice(0, 12),
          ...one('command', general.COMMANDS),
        ],
        harmless: one('command', general.HARMLESS_COMMANDS),
      };
    }
    case 'WebFetch':
      return { suspicious: one('url', texts(general.URLS)), harmless: one('url', general.HARMLESS_URLS) };
    case 'WebSearch':
      return { suspicious: one('query', texts(general.PROMPTS)), harmless: one('query', ['weather']) };
    case 'Agent':
      return { suspicious: one('prompt', texts(general.PROMPTS)), harmless: one('prompt', general.HARMLESS_PROMPTS) };
    case 'Glob':
    case 'Grep':
      return { suspicious: one('pattern', texts(general.PATHS)), harmless: one('pattern', ['main']) };
    default:
      return tool.startsWith('mcp__') || !FILE_TOOLS.has(tool)
        ? otherInputs(texts(general.COMMANDS))
        : fileInputs(tool, wanted, request);
  }
}

const FILE_TOOLS = new Set(['Read', 'Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

/** A tool that we know nothing of: every usual name of an argument. */
function otherInputs(texts: readonly string[]): { suspicious: ToolInput[]; harmless: ToolInput[] } {
  const input = (text: string) => ({ command: text, path: text, query: text, sql: text, text, name: text });
  return {
    suspicious: texts.map((about) => ({ about, input: input(about) })),
    harmless: [{ about: 'hello', input: input('hello') }],
  };
}

function fileInputs(
  tool: string,
  wanted: readonly string[],
  { projectDir, home }: TrialCallRequest,
): { suspicious: ToolInput[]; harmless: ToolInput[] } {
  const key = tool === 'NotebookEdit' ? 'notebook_path' : 'file_path';
  const at = (path: string): string =>
    path.startsWith('/') ? path : path.startsWith('~/') ? join(home, path.slice(2)) : join(projectDir, path);
  const withPath = (path: string, text = 'a line\n'): Record<string, unknown> => ({
    [key]: at(path),
    ...textFields(tool, text),
  });
  const likePaths = wanted
    .filter((one) => !/[\s"'<>|;]/.test(one))
    .flatMap((one) =>
      one.endsWith('/') ? [`${one}file.txt`] : one.startsWith('.') ? [one, `src/file${one}`] : [one, `src/${one}`],
    );
  const paths = [...likePaths, ...general.PATHS].map((path) => ({ about: path, input: withPath(path) }));
  const contents =
    tool === 'Read'
      ? []
      : [...wanted, ...general.CONTENTS].map((text) => ({
          about: `text "${text}"`,
          input: withPath('src/app.ts', text),
        }));
  const large = {
    about: 'a file of 6000 lines',
    input: { ...withPath(PLANTED.large), ...(tool === 'Write' ? { content: 'line\n'.repeat(6000) } : {}) },
  };
  const small = ['hookctl-probe/small.txt', 'src/hello.txt'].map((path) => ({ about: path, input: withPath(path) }));
  return {
    suspicious: [...inTurn([[large, ...paths.slice(0, likePaths.length)], contents]), ...paths.slice(likePaths.length)],
    harmless: small,
  };
}

function textFields(tool: string, text: string): Record<string, unknown> {
  if (tool === 'Write') return { content: text };
  if (tool === 'Edit') return { old_string: 'a line\n', new_string: text };
  if (tool === 'MultiEdit') return { edits: [{ old_string: 'a line\n', new_string: text }] };
  return tool === 'NotebookEdit' ? { new_source: text } : {};
}

function promptCalls({ literals, row }: TrialCallRequest): Calls {
  const call = (prompt: string): ProbeCall => ({
    label: `prompt: ${prompt}`,
    fields: { ...requiredFields(row), prompt },
  });
  const all = literals.length > 1 ? [literals.join(' ')] : [];
  return {
    suspicious: [...literals, ...all, ...general.PROMPTS].map(call),
    harmless: general.HARMLESS_PROMPTS.map(call),
  };
}

/** Events without a tool: one payload for each subject that fits, and those with a message in several words. */
function plainCalls(request: TrialCallRequest): Calls {
  const { row, matcher, literals } = request;
  const base = requiredFields(row);
  const subjects =
    row.subject === null ? [null] : [...(knownSubjects(row) ?? []), ...samplesOf(matcher ?? ''), 'other'];
  const fitting = subjects.filter((one) => one === null || matches(row, matcher, one).matches).slice(0, MOST_TOOLS);
  const texts = Object.entries(row.payload).flatMap(([name, field]) =>
    field === 'string?' || (field === 'string' && name !== row.subject) ? [name] : [],
  );
  const withSubject = (subject: string | null): Record<string, unknown> =>
    subject === null || row.subject === null ? base : { ...base, [row.subject]: subject };
  const harmless = fitting.map((subject) => ({
    label: subject === null ? row.name : `${row.name}: ${subject}`,
    fields: withSubject(subject),
  }));
  const said = [...literals, ...general.PROMPTS].slice(0, 20);
  const suspicious =
    texts.length === 0
      ? []
      : said.map((text) => ({
          label: `${row.name}: ${text}`,
          fields: { ...withSubject(fitting[0] ?? null), ...Object.fromEntries(texts.map((name) => [name, text])) },
        }));
  return { suspicious, harmless };
}

/** Every required field with a value of its type. */
function requiredFields(row: EventRow): Record<string, unknown> {
  const entries = Object.entries(row.payload).flatMap(([name, field]): [string, unknown][] => {
    const value = valueFor(field);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

function valueFor(field: Field): unknown {
  if (Array.isArray(field)) return (field as readonly string[])[0];
  if (typeof field === 'object') return 'known' in field && !field.optional ? field.known[0] : undefined;
  return { string: 'text', number: 1, boolean: false, object: {}, array: [], any: {} }[field as string];
}

/** The whole payload: what every event has, and the call's own fields. */
export function payloadOf(row: EventRow, call: ProbeCall, places: { projectDir: string; session: string }): Payload {
  return {
    session_id: places.session,
    transcript_path: join(places.projectDir, PLANTED.transcript),
    cwd: places.projectDir,
    permission_mode: 'default',
    ...call.fields,
    hook_event_name: row.name,
  };
}

function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => (index < list.length ? [list[index] as T] : [])),
  ).flat();
}
