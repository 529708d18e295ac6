import type { AgentTraits } from './agent/agent-traits.ts';
import type { Capabilities } from './agent/capabilities.ts';
import type { ReceivedPayload } from './payload/payload.ts';

/**
 * The event and the answer as rules see them: no agent's wire names, so that a new agent means a new adapter and nothing else.
 * `native…` and `raw` keep what the agent said; nothing is dropped.
 */
export interface AgentEvent {
  agent: string;
  /** Which of the agent's ways to speak the payload is in; an agent with one way has its own name here. */
  dialect: string;
  event: NeutralEvent;
  /** The agent's own name of the event, for the answer and for `at: <NativeName>`. */
  nativeEvent: string;
  session: { id: string; transcriptPath: string | null };
  /** Identifies one tool call across its before and after events. */
  callId: string | null;
  actor: { id: string | null; type: string | null; isSubagent: boolean };
  cwd: string;
  projectRoot: string;
  /** The variable that holds the project's root in the commands of this agent. */
  projectVariable: string | null;
  /** The agent's settings in the project, relative to its root: they start the hook. */
  settingsFiles: readonly string[];
  /** A directory the agent offers for throw-away files. */
  scratchpad: string | null;
  permissionMode: { native: string | null; normalised: PermissionMode };
  /** Is a person there to answer a question? */
  interactive: boolean | 'unknown';
  tool: ToolFacts | null;
  /** What the call would do, or did. A list: one call may hold many commands or files. */
  actions: Action[];
  /** The raw tool input; null on events without a tool. */
  input: Record<string, unknown> | null;
  /** Null before the tool has run. */
  output: ToolOutput | null;
  prompt: string | null;
  /** startup, resume, manual, auto …: why the event happened. */
  source: string | null;
  /** The model that answers from now on, where the event names it. */
  model?: string;
  /** The agent already goes on because a stop was refused. */
  stopActive: boolean;
  raw: Record<string, unknown>;
  /** Why nobody can be asked about this call: a question is a refusal then. Absent: it can be asked. */
  noQuestion?: string;
  /** The agent's event after a call may be missing or late: what the call changes and checks is remembered before it runs. */
  recordsEarly?: true;
  /** The tool is unknown, and its input shows nothing that it would do. Only where such a call is not an everyday thing. */
  unknownTool?: true;
  /** A known tool whose fields are missing or of the wrong type: what it does is not known. Never read it as "does nothing". */
  unparsed: string | null;
}

export const NEUTRAL_EVENTS = [
  'before-tool',
  'after-tool',
  'stop',
  'subagent-stop',
  'subagent-start',
  'session-start',
  'session-end',
  'prompt',
  'compact',
  'after-compact',
  'config-change',
  'permission-request',
  'notification',
  'other',
] as const;
export type NeutralEvent = (typeof NEUTRAL_EVENTS)[number];

export type PermissionMode = 'ask' | 'plan' | 'accept-edits' | 'auto' | 'bypass' | 'unknown';

export type ToolKind = 'shell' | 'write' | 'edit' | 'patch' | 'read' | 'search' | 'fetch' | 'mcp' | 'spawn' | 'other';

interface ToolFacts {
  native: string;
  /** What policies call such a tool (`Bash`, `Edit`, `mcp__server__tool`), where the agent calls it otherwise. */
  common?: string;
  kind: ToolKind;
  mcp: { server: string; tool: string } | null;
}

export type Action =
  /** `other`: text that may be for bash or for some other program. */
  | {
      kind: 'exec';
      command: string;
      /** The command's own directory: not every call runs where the session is. */
      cwd: string;
      shell: 'bash' | 'powershell' | 'other';
      /** The agent does not wait for its end. */
      background?: true;
    }
  | FileAction
  | { kind: 'fetch'; url: string }
  | { kind: 'search'; query: string }
  | { kind: 'mcp'; server: string; tool: string }
  | { kind: 'spawn'; agentType: string | null; prompt: string };

export interface FileAction {
  kind: 'file';
  op: 'create' | 'modify' | 'delete' | 'move' | 'read';
  /** Absolute and normalised; for `move`, where it goes to. */
  path: string;
  /** For `move`: where it comes from. */
  from?: string;
  /** The new content of the file, as far as the call shows it (a whole file, or the new side of an edit). */
  newText?: string;
  /** The text that an edit replaces by `newText`. */
  oldText?: string;
  /** The edit replaces every place where `oldText` is. */
  everywhere?: true;
  /** The path may be a directory, and the call reaches below it (a deletion, Grep). */
  wide?: boolean;
}

export interface ToolOutput {
  result: 'ok' | 'failed';
  /** Null when the agent does not report it. */
  exit: number | null;
  text: string;
  /** It did not run to its end (interrupted, or sent to the background): the result says nothing about success. */
  interrupted: boolean;
}

/** What the hook says, in no agent's words. `none` is silence, and never the same as `allow`. */
export interface Answer {
  verdict: 'deny' | 'ask' | 'allow' | 'none';
  /** Never empty on deny and ask. */
  reason: string;
  /** For the model. */
  context: string[];
  /** For the person. */
  userMessages: string[];
}

/** An answer on the wire. Most agents read JSON with exit code 0; to some only exit code 2 and standard error mean anything. */
export interface EncodedAnswer {
  stdout: string;
  stderr: string;
  exitCode: 0 | 2;
}

/** What the host knows and the payload does not say. */
export interface DecodeHints {
  /** Overrides what the payload says (`dispatcher --event`). */
  event?: string | undefined;
  /** What the agent's environment says. */
  projectRoot?: string | undefined;
  /** The process's own cwd, used if the payload lacks one. */
  cwd?: string | undefined;
  home?: string | undefined;
}

/** A tool call read into actions. */
export interface ReadCall {
  tool: ToolFacts;
  actions: Action[];
  unparsed: string | null;
}

export type DecodedEvent = { ok: true; event: AgentEvent } | { ok: false; problem: string };

/**
 * `likely`: unless another agent is certain. `shaped`: it could be from this agent, and from others that copied its format. `copied`: this agent is one of those, and only
 * what registered the hook can tell.
 */
export type Recognition = 'certain' | 'likely' | 'shaped' | 'copied' | 'no';

/** What the hook asks of an agent: one folder in `adapters/` has one of these. */
export interface Adapter {
  name: string;
  /** As people call it. */
  title: string;
  traits: AgentTraits;
  /** What the agent makes of answers, and of a hook that fails. */
  capabilities: Capabilities;
  /** How sure is it that this agent wrote the payload? Judged by the payload alone. */
  recognises: (payload: Record<string, unknown>) => Recognition;
  /** Variables that only this agent gives to its hooks; they decide where a payload could be from several. */
  hookVariables: readonly string[];
  /** Where the agent works and what it calls the project, as the payload says. */
  placeIn: (payload: ReceivedPayload) => { cwd: string | null; project: string | null };
  /** What one of its events is to rules. */
  neutralEvent: (native: string) => NeutralEvent;
  decode: (payload: ReceivedPayload, hints?: DecodeHints) => DecodedEvent;
  /** What a call of a tool with this input does; also used for the examples in policies. */
  readCall: (
    tool: string,
    input: Record<string, unknown>,
    place: { cwd: string; home?: string | undefined },
  ) => ReadCall;
  /** The input field that `Edit: src/a.ts` in an example refers to. */
  mainField: (tool: string) => string;
  /** The tools that `readCall` knows by name. */
  knownTools: readonly string[];
  /** Tools that change and reveal nothing outside: a failure while judging them is reported, not asked about. */
  quietTools: readonly string[];
  /** The event named by input that is not a payload; without a name, the event on which something could be lost. */
  eventNamedIn: (text: string) => string;
  /** How many messages two transcripts have in common, for sessions that begin as a copy of another one. Absent: the agent has no such transcripts. */
  sharedMessages?: (first: string, second: string) => number;
  /** Only verdicts that the agent can express come here: `refuseQuestions` has seen to that. */
  encode: (event: AgentEvent, answer: Answer) => EncodedAnswer;
  /** Files in which a project can set variables for this agent's hooks, relative to the project. */
  settingsFiles: readonly string[];
  /** The variables such a file sets; null: it is unclear how the agent reads this text. */
  variablesIn: (settings: string) => Record<string, string> | null;
}
