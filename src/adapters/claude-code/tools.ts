import { wordList } from '../../protocol/text/word-list.ts';
import type { Action, FileAction, ReadCall, ToolKind } from '../../protocol/agent-event.ts';
import { absolute, type CallPlace } from '../absolute-path.ts';
import { claudeMcpName, readByShape, readMcpCall, shapeOf } from '../call-shape/read-by-shape.ts';
import { runCode } from '../call-shape/languages.ts';

type Input = Record<string, unknown>;

/** One row per tool: what it is, its main field, and what a call does. A missing field throws `Missing`. */
interface ToolRow {
  kind: ToolKind;
  main: string;
  actions: (input: Input, place: CallPlace) => Action[];
}

class Missing extends Error {}

type Texts = Pick<FileAction, 'newText' | 'oldText' | 'everywhere'>;

const file = (op: FileAction['op'], key: string, texts?: (input: Input) => Texts): ToolRow['actions'] => {
  return (input, place) => [{ kind: 'file', op, path: absolute(need(input, key), place), ...texts?.(input) }];
};

const written =
  (key: string) =>
  (input: Input): Texts => {
    const newText = optional(input, key);
    return newText === undefined ? {} : { newText };
  };

const command = (shell: 'bash' | 'powershell'): ToolRow['actions'] => {
  return (input, { cwd }) => [
    {
      kind: 'exec',
      command: need(input, 'command'),
      cwd,
      shell,
      ...(input['run_in_background'] === true ? { background: true as const } : {}),
    },
  ];
};

const spawn: ToolRow['actions'] = (input) => [
  { kind: 'spawn', agentType: optional(input, 'subagent_type') ?? null, prompt: optional(input, 'prompt') ?? '' },
];

const code: ToolRow['actions'] = (input, { cwd }) =>
  ['code', 'script'].flatMap((key) => {
    const text = optional(input, key);
    return text === undefined ? [] : runCode('node', text, cwd);
  });

/** It can also listen to an address. */
const monitor: ToolRow['actions'] = (input, place) => {
  const found = input['command'] === undefined ? readByShape('monitor', input, place) : [];
  return found.length > 0 ? found : command('bash')(input, place);
};

const nothing: ToolRow['actions'] = () => [];

/** Tools that plan, wait, talk or look after other tasks. Their fields are neither commands nor paths, whatever they are called. */
const QUIET = wordList(
  'AskUserQuestion EnterPlanMode ExitPlanMode TodoRead TodoWrite EnterWorktree ExitWorktree',
  'TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate TeamCreate TeamDelete',
  'BashOutput KillBash KillShell Sleep ScheduleWakeup CronCreate CronDelete CronList RemoteTrigger',
  'Brief ListPeers PushNotification SendMessage SendUserMessage StructuredOutput',
  'ListMcpResources ListMcpResourcesTool Skill SlashCommand ToolSearch',
);

const TOOLS: Readonly<Record<string, ToolRow>> = {
  // Without a prototype, V8 makes no shape for each name, which costs a tenth of the instructions.
  __proto__: null as never,
  Bash: { kind: 'shell', main: 'command', actions: command('bash') },
  PowerShell: { kind: 'shell', main: 'command', actions: command('powershell') },
  // Runs `command` as Bash does, and shows its output line by line.
  Monitor: { kind: 'shell', main: 'command', actions: monitor },
  REPL: { kind: 'shell', main: 'code', actions: code },
  Workflow: { kind: 'other', main: 'script', actions: code },
  Config: { kind: 'other', main: 'setting', actions: config },
  Edit: {
    kind: 'edit',
    main: 'file_path',
    actions: file('modify', 'file_path', (input) => ({ ...written('new_string')(input), ...replaced([input]) })),
  },
  MultiEdit: { kind: 'edit', main: 'file_path', actions: file('modify', 'file_path', edited) },
  Write: {
    kind: 'write',
    main: 'file_path',
    actions: file('create', 'file_path', written('content')),
  },
  NotebookEdit: {
    kind: 'edit',
    main: 'notebook_path',
    actions: file('modify', 'notebook_path', written('new_source')),
  },
  Read: { kind: 'read', main: 'file_path', actions: file('read', 'file_path') },
  NotebookRead: { kind: 'read', main: 'notebook_path', actions: file('read', 'notebook_path') },
  Grep: { kind: 'search', main: 'pattern', actions: grep },
  Glob: { kind: 'search', main: 'pattern', actions: (input) => [{ kind: 'search', query: need(input, 'pattern') }] },
  LS: { kind: 'search', main: 'path', actions: () => [] },
  WebFetch: { kind: 'fetch', main: 'url', actions: (input) => [{ kind: 'fetch', url: need(input, 'url') }] },
  WebSearch: { kind: 'search', main: 'query', actions: (input) => [{ kind: 'search', query: need(input, 'query') }] },
  Agent: { kind: 'spawn', main: 'prompt', actions: spawn },
  Task: { kind: 'spawn', main: 'prompt', actions: spawn },
  LSP: { kind: 'read', main: 'filePath', actions: byShape('read lsp') },
  ReadMcpResource: { kind: 'read', main: 'uri', actions: byShape('read resource') },
  ReadMcpResourceTool: { kind: 'read', main: 'uri', actions: byShape('read resource') },
  ReadMcpResourceDir: { kind: 'read', main: 'uri', actions: byShape('list resource') },
  ReadMcpResourceDirTool: { kind: 'read', main: 'uri', actions: byShape('list resource') },
  ...Object.fromEntries(QUIET.map((name) => [name, { kind: 'other', main: 'input', actions: nothing } as const])),
};

export const KNOWN_TOOLS: readonly string[] = Object.keys(TOOLS);

export const QUIET_TOOLS: readonly string[] = [
  'Read',
  'Glob',
  'Grep',
  'LS',
  'NotebookRead',
  'WebSearch',
  'TodoWrite',
  'TodoRead',
  'AskUserQuestion',
];

export function readCall(native: string, input: Input, place: CallPlace): ReadCall {
  const mcp = claudeMcpName(native);
  if (mcp !== null) return readMcpCall(native, mcp, { input, place });
  const row = Object.hasOwn(TOOLS, native) ? TOOLS[native] : undefined;
  // A tool we do not know may do anything: what its fields look like is judged, and rules on `any` and on its name see it.
  if (row === undefined) {
    const { actions, unread } = shapeOf(native, input, place);
    const kind = actions.some((action) => action.kind === 'exec') ? 'shell' : 'other';
    return { tool: { native, kind, mcp: null }, actions, unparsed: unread };
  }
  const tool = { native, kind: row.kind, mcp: null };
  try {
    return { tool, actions: row.actions(input, place), unparsed: null };
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    return { tool, actions: [], unparsed: error.message };
  }
}

function byShape(words: string): ToolRow['actions'] {
  return (input, place) => readByShape(words, input, place);
}

/** Settings that decide what the agent may do are in the user's settings file. */
function config(input: Input, place: CallPlace): Action[] {
  const setting = optional(input, 'setting') ?? '';
  if (input['value'] === undefined || !/permission|hook|sandbox|mcp|plugin|env\b/i.test(setting)) return [];
  return [{ kind: 'file', op: 'modify', path: absolute('~/.claude/settings.json', place) }];
}

/** The tools that can do something of these kinds. */
export function toolsOfKind(kinds: readonly ToolKind[]): string[] {
  return Object.keys(TOOLS).filter((name) => kinds.includes(TOOLS[name]?.kind ?? 'other'));
}

export function mainField(native: string): string {
  return (Object.hasOwn(TOOLS, native) ? TOOLS[native]?.main : undefined) ?? 'input';
}

function need(input: Input, key: string): string {
  const value = input[key];
  if (typeof value === 'string') return value;
  throw new Missing(value === undefined ? `"${key}" is missing` : `"${key}" is not text`);
}

function optional(input: Input, key: string): string | undefined {
  const value = input[key];
  return typeof value === 'string' ? value : undefined;
}

/** Several edits of one file, as one. */
function edited(input: Input): Texts {
  if (!Array.isArray(input['edits'])) return {};
  const edits = input['edits'].map((edit: unknown) => (edit ?? {}) as Input);
  return { newText: edits.flatMap((edit) => optional(edit, 'new_string') ?? []).join('\n'), ...replaced(edits) };
}

function replaced(edits: readonly Input[]): Texts {
  const texts = edits.flatMap((edit) => optional(edit, 'old_string') ?? []);
  if (texts.length === 0) return {};
  const everywhere = edits.length === 1 && edits[0]?.['replace_all'] === true;
  return { oldText: texts.join('\n'), ...(everywhere ? { everywhere } : {}) };
}

/** A search of a tree skips hidden and ignored files, so only a named file or pattern counts as reading it. */
function grep(input: Input, place: CallPlace): Action[] {
  const query = need(input, 'pattern');
  const path = optional(input, 'path');
  const glob = optional(input, 'glob');
  const base = absolute(path ?? place.cwd, place);
  if (glob !== undefined)
    return [
      { kind: 'search', query },
      { kind: 'file', op: 'read', path: `${base === '/' ? '' : base}/${glob}` },
    ];
  return path === undefined
    ? [{ kind: 'search', query }]
    : [
        { kind: 'search', query },
        { kind: 'file', op: 'read', path: base },
      ];
}
