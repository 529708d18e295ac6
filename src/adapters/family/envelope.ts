type Fields = Record<string, unknown>;

/** What a payload says besides the agent's own words for it. Null: it does not say. */
export interface Envelope {
  event: string | null;
  tool: string | null;
  input: Fields | null;
  /** Inputs that say something else: some agents send the call twice, in two spellings. */
  otherInputs: readonly Fields[];
  /** The tool's input where it is not an object: a string or a list. */
  looseInput: unknown;
  mcp: { server: string; tool: string } | null;
  cwd: string | null;
  project: string | null;
  session: string | null;
  transcript: string | null;
  callId: string | null;
  actor: { id: string | null; type: string | null; parent: string | null };
  mode: string | null;
  interactive: boolean | 'unknown';
  prompt: string | null;
  source: string | null;
  /** Why the agent stops. */
  ending: string | null;
  model: string | null;
  stopActive: boolean;
  /** Undefined: the call has not run yet. */
  output: unknown;
  error: unknown;
}

/** Objects inside the payload that hold parts of what is said, the outermost first. */
const HOLDERS =
  'event tool_call toolCall tool_result toolResult preToolUse postToolUse tool_info input output ctx properties info userPromptSubmit sessionContext workspaceInfo message'.split(
    ' ',
  );

/**
 * Reads the parts of any agent's payload. The names that agents use for one thing do not collide, so that one reader serves them all, and a payload with
 * another mixture of spellings is still understood.
 */
export function readEnvelope(payload: Fields): Envelope {
  const holders = holdersOf(payload);
  const outer = holders.filter(({ name }) => name !== 'input' && name !== 'output' && name !== 'tool_info');
  const text = (...names: string[]) => textIn(holders, names);
  const outerText = (...names: string[]) => textIn(outer, names);
  const event = nameOfEvent(payload);
  const info = objectOf(payload['tool_info']);
  const [input = null, ...otherInputs] = inputsOf(holders);
  const parent = text('parent_agent_id', 'parentAgentId', 'parent_id', 'parentToolCallId', 'parent_session_id');
  const id = outerText('agent_id', 'agentId', 'subagent_id', 'subagentId');
  return {
    event,
    tool: toolOf(holders) ?? (info === null ? null : event),
    input,
    otherInputs,
    looseInput: input === null ? looseIn(holders) : undefined,
    mcp: mcpOf(payload, info),
    cwd: outerText(...CWDS) ?? firstText(info?.['cwd']) ?? rootIn(outer) ?? null,
    project: outerText('project_dir', 'projectDir', 'workspaceRoot', 'rootPath', 'worktree') ?? rootIn(outer) ?? null,
    session: text(...SESSIONS) ?? null,
    transcript: outerText('transcript_path', 'transcriptPath') ?? null,
    callId: text('tool_use_id', 'toolUseId', 'tool_call_id', 'toolCallId', 'callID', 'callId') ?? callIdOf(payload),
    actor: {
      id: id ?? null,
      type: outerText('agent_type', 'agentType', 'subagent_type', 'agentName') ?? null,
      parent: parent ?? null,
    },
    mode: outerText('permission_mode', 'permissionMode', 'approval_mode') ?? null,
    interactive: booleanIn(outer, ['interactive', 'hasUI', 'is_interactive']) ?? 'unknown',
    prompt: promptOf(
      payload,
      holders.filter(({ name }) => name !== 'input' && name !== 'output'),
    ),
    source: outerText('source', 'trigger', 'reason', 'load_reason') ?? null,
    ending:
      outerText('stop_reason', 'stopReason', 'terminationReason', 'termination_reason', 'status', 'reason', 'source') ??
      null,
    model: outerText('model', 'modelName') ?? null,
    stopActive:
      booleanIn(outer, ['stop_hook_active', 'stopHookActive']) === true || Number(payload['loop_count'] ?? 0) > 0,
    output: outputOf(payload, holders),
    error: outputError(holders),
  };
}

const EVENTS =
  'hook_event_name hookEventName event_type agent_action_name hookName event eventName event_name type'.split(' ');
const TOOLS = ['tool_name', 'toolName', 'tool'];
const INPUTS = 'tool_input toolInput toolArgs tool_args args arguments parameters params tool_info input'.split(' ');
const CWDS = ['cwd', 'working_dir', 'workingDir', 'working_directory', 'workingDirectory', 'directory'];
const SESSIONS =
  'session_id sessionId sessionID rootSessionId conversation_id conversationId taskId task_id trajectory_id thread_id'.split(
    ' ',
  );
const ROOTS = ['workspace_roots', 'workspaceRoots', 'workspacePaths', 'workspace_paths'];

interface Holder {
  name: string;
  fields: Fields;
}

function holdersOf(payload: Fields): Holder[] {
  const found: Holder[] = [{ name: '', fields: payload }];
  const add = (fields: Fields, isHolder: (name: string, holder: Fields) => boolean) => {
    for (const name of HOLDERS) {
      const holder = objectOf(fields[name]);
      if (holder !== null && isHolder(name, holder)) found.push({ name, fields: holder });
    }
  };
  add(payload, (name, holder) => name !== 'input' || isPluginInput(payload, holder));
  for (const { fields } of found.slice(1)) add(fields, (name) => name !== 'input');
  return found;
}

/** What a plugin's function gets. Any other `input` is the call's own: what the model writes there must not name the tool or the session. */
function isPluginInput(payload: Fields, input: Fields): boolean {
  const isNamed = TOOLS.some((name) => isMeant(payload[name]));
  return !isNamed && (isMeant(input['sessionID']) || isMeant(input['callID']));
}

function nameOfEvent(payload: Fields): string | null {
  const names = [payload, objectOf(payload['event']) ?? {}];
  // The name of a plugin's function; `event` is one that gets all kinds of them.
  if (typeof payload['hook'] === 'string' && payload['hook'] !== 'event') return payload['hook'];
  for (const name of EVENTS)
    for (const fields of names) {
      const value = fields[name];
      if (typeof value === 'string' && value !== '') return value;
    }
  return null;
}

function toolOf(holders: readonly Holder[]): string | null {
  const named = textIn(holders, TOOLS);
  if (named !== undefined) return named;
  const call = holders.find(({ name }) => name === 'tool_call' || name === 'toolCall' || name === 'tool_result');
  return firstText(call?.fields['name']) ?? objectName(holders) ?? null;
}

/** `tool: { name: "bash" }`, `function: { name, arguments }`. */
function objectName(holders: readonly Holder[]): string | undefined {
  for (const { fields } of holders)
    for (const name of ['tool', 'function']) {
      const found = firstText(objectOf(fields[name])?.['name']);
      if (found !== undefined) return found;
    }
  return undefined;
}

function inputsOf(holders: readonly Holder[]): Fields[] {
  const nested = holders.flatMap(({ fields }) =>
    ['tool', 'function'].flatMap((name) => {
      const inner = objectOf(fields[name]);
      return inner === null ? [] : [{ name, fields: inner }];
    }),
  );
  const places = [...holders, ...nested];
  const [first, ...others] = INPUTS.flatMap((name) =>
    places.map(({ fields }) => objectOf(fields[name])).filter((found) => found !== null),
  );
  if (first === undefined) return [];
  const seen = new Set([JSON.stringify(first)]);
  // What names a tool or has an input inside is the call as a whole.
  const isWhole = (fields: Fields) => [...TOOLS, ...INPUTS].some((name) => name in fields);
  return [first, ...others.filter((one) => !isWhole(one) && !seen.has(JSON.stringify(one)))];
}

/** What a payload says about itself. The rest of one that has no input is the call's. */
const ABOUT =
  /^(?:cwd|(?:working_?|project_?)dir(?:ectory)?|directory|worktree|rootPath|transcript_?path|workspace_?(?:roots?|paths?|info)|artifact_?directory_?path)$/i;

export function callFields(payload: Fields): Fields {
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !ABOUT.test(name)));
}

function looseIn(holders: readonly Holder[]): unknown {
  for (const name of INPUTS) for (const { fields } of holders) if (isMeant(fields[name])) return fields[name];
  return undefined;
}

/** Something is there: not nothing, and not an empty text. */
function isMeant(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function mcpOf(payload: Fields, info: Fields | null): Envelope['mcp'] {
  const context = objectOf(payload['mcp_context']) ?? info ?? {};
  const server = firstText(context['mcp_server_name'] ?? context['server_name'] ?? payload['mcp_server_name']);
  const tool = firstText(context['mcp_tool_name'] ?? context['tool_name'] ?? payload['mcp_tool_name']);
  return server === undefined || tool === undefined ? null : { server, tool };
}

function callIdOf(payload: Fields): string | null {
  const call = objectOf(payload['tool_call']) ?? objectOf(payload['toolCall']) ?? objectOf(payload['tool_result']);
  return firstText(call?.['id']) ?? null;
}

/** A string, a list of parts with text, or the parts of a message. */
function promptOf(payload: Fields, holders: readonly Holder[]): string | null {
  const output = objectOf(payload['output']);
  const found = [
    ...holders.flatMap(({ fields }) => ['prompt', 'user_prompt', 'userPrompt'].map((name) => fields[name])),
    output?.['parts'],
    objectOf(payload['event'])?.['text'],
  ].find(isMeant);
  return found === undefined ? (holders.some(({ fields }) => fields['prompt'] === '') ? '' : null) : plainText(found);
}

/** The text of what tools and people say, however it is wrapped. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(plainText).filter(Boolean).join('\n');
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = value as Fields;
  if (typeof fields['stdout'] === 'string' || typeof fields['stderr'] === 'string')
    return [fields['stdout'], fields['stderr']].filter((text) => typeof text === 'string' && text !== '').join('\n');
  for (const name of TEXTS) if (isMeant(fields[name])) return plainText(fields[name]);
  return JSON.stringify(value);
}

const TEXTS =
  'text output_for_prompt llmContent textResultForLlm text_result_for_llm result output content message error'.split(
    ' ',
  );

const OUTPUTS =
  'tool_response toolResponse tool_result toolResult tool_output toolOutput tool_response_text result_json result'.split(
    ' ',
  );

/** Null counts as no output: some agents send every field of every event. */
function outputOf(payload: Fields, holders: readonly Holder[]): unknown {
  for (const { name, fields } of holders) {
    if (name === 'input' || name === 'output') continue;
    for (const key of OUTPUTS) if (fields[key] !== undefined && fields[key] !== null) return fields[key];
    // A call's own object, with its result inside.
    if (name === 'tool_result' && 'output' in fields) return fields['output'];
  }
  const after = objectOf(payload['output']);
  if (after !== null && 'output' in after) return after;
  const event = objectOf(payload['event']);
  return event !== null && 'isError' in event ? event : undefined;
}

function outputError(holders: readonly Holder[]): unknown {
  for (const { name, fields } of holders) if (name !== 'input' && isMeant(fields['error'])) return fields['error'];
  return undefined;
}

function rootIn(holders: readonly Holder[]): string | undefined {
  for (const { fields } of holders)
    for (const name of ROOTS) {
      const first = Array.isArray(fields[name]) ? (fields[name] as unknown[])[0] : fields[name];
      const root = firstText(first) ?? firstText(objectOf(first)?.['path'] ?? objectOf(first)?.['uri']);
      if (root !== undefined) return root.replace(/^file:\/\//, '');
    }
  return firstText(holders[0]?.fields['workspaceRoot']);
}

function textIn(holders: readonly Holder[], names: readonly string[]): string | undefined {
  for (const name of names)
    for (const { fields } of holders) {
      const value = firstText(fields[name]);
      if (value !== undefined) return value;
    }
  return undefined;
}

function booleanIn(holders: readonly Holder[], names: readonly string[]): boolean | undefined {
  for (const { fields } of holders)
    for (const name of names) {
      const value = fields[name];
      if (typeof value === 'boolean') return value;
    }
  return undefined;
}

function firstText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** An object, also one that came as JSON text. */
export function objectOf(value: unknown): Fields | null {
  if (typeof value === 'string' && /^\s*\{/.test(value)) {
    try {
      return objectOf(JSON.parse(value) as unknown);
    } catch {
      return null;
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}
