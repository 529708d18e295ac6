import type { CallPlace } from '../absolute-path.ts';
import type { Action, ReadCall, ToolKind } from '../../protocol/agent-event.ts';
import { isOneOf } from '../../protocol/text/word-list.ts';
import { fieldsOf } from '../call-shape/fields.ts';
import { claudeMcpName, readByShape, readMcpCall, shapeOf } from '../call-shape/read-by-shape.ts';
import { objectOf } from './envelope.ts';
import { KINDS, type ToolReader } from './tool-kinds.ts';

type Input = Record<string, unknown>;
type Kind = keyof typeof KINDS;

/**
 * An agent's tools: names, separated by spaces, under what they are. `quiet`: they plan, talk, list or wait; their fields are neither commands nor paths.
 * `wrapper`: they call another tool, which they name. `mcp`: a pattern with the groups `server` and `tool`, for names that are a server's.
 */
export type ToolTable = Partial<Record<Kind | 'quiet' | 'wrapper', string>> & { mcp?: RegExp };

export interface ToolRows {
  readCall: (native: string, input: Input, place: CallPlace) => ReadCall;
  mainField: (native: string) => string;
  known: readonly string[];
  /** Tools that change and reveal nothing outside. */
  quiet: readonly string[];
}

/** Kinds of calls that change nothing by themselves. They have no command field, so a command in one is judged. */
const MILD: readonly ToolKind[] = ['search', 'spawn'];

/** A command line of several words: a single one may be a setting of any tool. */
function isCommand(action: Action): boolean {
  return action.kind === 'exec' && /\S\s+\S/.test(action.command);
}

/** Where a tool that calls another one has that one's input. */
const GIVEN = ['arguments', 'args', 'toolinput', 'input', 'parameters', 'params', 'toolargs', 'payload'];

/** Names that agents give to tools without any effect outside the conversation. Compared without case and signs. */
const isQuiet = isOneOf(
  // Plans and lists of things to do.
  'todo* *todo *todos *todolist plan* updateplan enterplan* exitplan* exitspec*',
  'addtasks updatetasks viewtasklist reorganizetasklist',
  // Thinking, and questions to the person.
  'think* sequentialthinking reason ask askuser* askfollowup* question askquestion',
  // The end of the work.
  'attemptcompletion submitandexit finish complete completetask taskdone done yield',
  'memory savememory updatememory remember',
  'ls list listdir* listfiles getcurrenttime wait waitagent sleep',
  'skill skills activateskill useskill toolsearch searchtools listmcp*',
  // Other agents, tasks and shells that run already.
  'listagents closeagent sendinput sendmessage taskget tasklist taskoutput taskstop taskupdate taskcreate',
  'getbackground* killshell killbash bashoutput readbash stopbash listbash',
  'reportintent reportprogress notify* cron* setconversationtitle renamesession',
  'getdiagnostics diagnostics geterrors problems lsp*',
);

export function toolRows(table: ToolTable): ToolRows {
  const rows = new Map<string, ToolReader | 'quiet' | 'wrapper'>();
  for (const [kind, names] of Object.entries(table)) {
    if (typeof names !== 'string') continue;
    const row = kind === 'quiet' || kind === 'wrapper' ? kind : KINDS[kind as Kind];
    for (const name of names.split(' ')) rows.set(name, row);
  }
  const rowOf = (native: string) => rows.get(native) ?? (isQuiet(plain(native)) ? ('quiet' as const) : undefined);

  const readCall = (native: string, input: Input, place: CallPlace): ReadCall => named(readTool(native, input, place));

  const readTool = (native: string, input: Input, place: CallPlace): ReadCall => {
    const row = rowOf(native);
    if (row === 'wrapper') return wrapped(native, input, place);
    const mcp = row === undefined ? mcpName(native, table.mcp) : null;
    if (mcp !== null) return readMcpCall(native, mcp, { input, place });
    if (row === 'quiet') return { tool: { native, kind: 'other', mcp: null }, ...hidden(native, input, place) };
    if (row === undefined) return byShape(native, input, place);
    const tool = { native, kind: row.kind, mcp: null };
    const actions = row.read(input, place, native);
    if (MILD.includes(row.kind))
      return { tool, actions: [...actions, ...commandsGiven(native, input, place)], unparsed: null };
    if (actions.length > 0) return { tool, actions, unparsed: null };
    // Other spellings of its fields, or another form of the call. What is not a patch is not a command either.
    const shaped = readByShape(native, input, place).filter(({ kind }) => row.kind !== 'patch' || kind === 'file');
    return { tool, actions: shaped, unparsed: shaped.length > 0 ? null : `"${row.main}" is missing, or not a string` };
  };

  /** A name alone proves nothing: a tool that only sounds quiet may still be given a command, or a file to change. */
  const hidden = (native: string, input: Input, place: CallPlace): Omit<ReadCall, 'tool'> => {
    const { actions, unread } = shapeOf(native, input, place);
    const isKnown = rows.has(native);
    const given = actions.filter(
      (action) => isCommand(action) || (!isKnown && action.kind === 'file' && action.op !== 'read'),
    );
    return { actions: given, unparsed: unread };
  };

  const commandsGiven = (native: string, input: Input, place: CallPlace): Action[] =>
    readByShape(native, input, place).filter(isCommand);

  /** A tool that calls other tools: what it calls is judged, by its own row. */
  const wrapped = (native: string, input: Input, place: CallPlace): ReadCall => {
    const fields = fieldsOf(input);
    const inner = fields.text('toolname', 'tool', 'name', 'functionname', 'toolid');
    const given = GIVEN.map((name) => objectOf(fields.get(name))).find((found) => found !== null);
    if (inner === undefined || rows.get(inner) === 'wrapper') return byShape(native, input, place);
    const server = fields.text('servername', 'server', 'mcpserver');
    if (server !== undefined) return readMcpCall(native, { server, tool: inner }, { input: given ?? {}, place });
    const call = readTool(inner, given ?? input, place);
    // Other calls beside the one that it names.
    const beside = Object.entries(input).filter(([name]) => !GIVEN.includes(plain(name)));
    const others = readByShape(native, Object.fromEntries(beside), place);
    return { ...call, actions: [...call.actions, ...others.filter(isCommand)], tool: { ...call.tool, native } };
  };

  return {
    readCall,
    mainField: (native) => {
      const row = rowOf(native);
      return row === undefined || typeof row === 'string' ? 'input' : row.main;
    },
    known: [...rows.keys()],
    quiet: [...rows].flatMap(([name, row]) =>
      row === 'quiet' || (row !== 'wrapper' && (row.kind === 'read' || row.kind === 'search')) ? [name] : [],
    ),
  };
}

/** Rules name tools as Claude Code does; the same rule holds for the same intent everywhere. */
const COMMON: Partial<Record<ToolKind, string>> = {
  shell: 'Bash',
  write: 'Write',
  edit: 'Edit',
  patch: 'Edit',
  read: 'Read',
  search: 'Grep',
  fetch: 'WebFetch',
  spawn: 'Task',
};

function named({ tool, ...call }: ReadCall): ReadCall {
  const common = tool.mcp === null ? COMMON[tool.kind] : `mcp__${tool.mcp.server}__${tool.mcp.tool}`;
  return { ...call, tool: common === undefined || common === tool.native ? tool : { ...tool, common } };
}

/** An unknown tool is judged by the shape of its fields. */
function byShape(native: string, input: Input, place: CallPlace): ReadCall {
  const { actions, unread } = shapeOf(native, input, place);
  const kind = actions.some((action) => action.kind === 'exec') ? 'shell' : 'other';
  const unparsed =
    unread ??
    (actions.length > 0 ? null : 'hookctl does not know this tool, and its input shows no command, path or address');
  return { tool: { native, kind, mcp: null }, actions, unparsed };
}

/** `mcp__server__tool`, `mcp_server_tool`, `@server/tool`, `MCP:tool`, `mcp:server:tool`, and what the agent's own pattern says. */
function mcpName(native: string, own: RegExp | undefined): { server: string; tool: string } | null {
  const claude = claudeMcpName(native);
  if (claude !== null) return claude;
  const found = [
    own,
    /^@(?<server>[^/]+)\/(?<tool>.+)$/,
    /^mcp:(?<server>[^:]*):?(?<tool>.+)$/i,
    /^mcp_(?<server>[^_]+)_(?<tool>.+)$/,
  ]
    .map((pattern) => pattern?.exec(native)?.groups)
    .find((groups) => groups !== undefined);
  if (found === undefined) return null;
  const { server = '', tool = '' } = found;
  return tool === '' ? null : { server, tool };
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
