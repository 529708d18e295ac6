import type { Needs } from '../../protocol/agent/needs.ts';
import type { NeutralEvent } from '../../protocol/agent-event.ts';
import { commandLine } from '../call-shape/quote.ts';
import { closedCommand } from './closed-command.ts';
import type { Launch } from '../agent.ts';

/** Where hookctl is registered with an agent, and what is written there. One folder in `adapters/` has one of these. */
export interface Registrar {
  /** The adapter's name. */
  agent: string;
  title: string;
  /** Names of its program. */
  programs: readonly string[];
  directories: Readonly<Record<RegistrarScope, Directory | null>>;
  /** Which of its events are which. For what is missing here, the agent calls no hook. */
  events: EventNames;
  files: (request: RegisterRequest) => RegisteredFile[];
  /** What a person still has to do, or to know, before the agent runs the hook; null: nothing. */
  trust: string | null;
  /** The settings of another agent that this one runs as well: one registration is enough. */
  alsoRuns: AlsoRuns | null;
  /** What switches the hook off although it is registered. */
  switches: readonly OffSwitch[];
  /** What has to be trusted before the agent runs the hook; null: nothing. */
  trustedBy: TrustedBy | null;
  /** What the file may hold, so that the agent does not drop it as a whole; null: it drops nothing, or only what is wrong. */
  strict: Strictness | null;
  canary: Canary;
  /** Does the agent wait in seconds or in milliseconds? From `thousand` on, some read milliseconds. */
  timeoutUnit: 'seconds' | 'milliseconds' | 'seconds-below-1000' | null;
}

/** All projects of a user, or one project. */
export const REGISTRAR_SCOPES = ['user', 'project'] as const;
export type RegistrarScope = (typeof REGISTRAR_SCOPES)[number];

/** All projects at once, where the agent has a place for that. */
export function usualScope({ directories }: Pick<Registrar, 'directories'>): RegistrarScope {
  return directories.user === null ? 'project' : 'user';
}

export interface Directory {
  /** The variable that moves it; null: there is none. */
  variable: string | null;
  /** Below the home or the project; with `config/` in front below the user's configuration. */
  path: string;
}

export type EventNames = Readonly<Partial<Record<NeutralEvent, readonly string[]>>>;

interface AlsoRuns {
  agent: string;
  scopes: readonly ('user' | 'project' | 'local')[];
}

export type OffSwitch =
  /** A key of a JSON file, by its path, that has this value; `~` is the agent's own directory of the user, `.` that of the project. */
  | { file: string; key: readonly string[]; value: unknown; is?: 'trust' }
  /** A variable of the environment that is set. */
  | { variable: string };

type TrustedBy =
  /** A list of folders in a JSON file; hooks of the user run everywhere. */
  | { kind: 'folder-list'; file: string; key: readonly string[]; scope: RegistrarScope }
  /** Folders by name in a JSON file; unless a setting switches that off, no hook runs elsewhere. */
  | { kind: 'folder-map'; file: string; off: { file: string; key: readonly string[] } }
  /** A hash for every entry, in TOML: `hooks.state."FILE:event:GROUP:HANDLER".trusted_hash`. */
  | { kind: 'entry-hash'; file: string };

/** One entry or key too many, and no hook of the file runs. */
type Strictness = { keys: readonly string[] } | { tableKeys: readonly string[]; mostSeconds: number };

/** One shell command, as the agent sends it to its hook, and the answers by which it does not run it. */
export interface Canary {
  payload: (command: string, place: { cwd: string; session: string }) => object;
  blockedBy: readonly BlockingAnswer[];
}

export type BlockingAnswer =
  /** Exit code 2 with a message on standard error. */
  | 'exit-2'
  /** `hookSpecificOutput.permissionDecision: deny`, with a reason. */
  | 'nested-deny'
  /** `decision: deny` or `block`, with a reason. */
  | 'decision'
  /** `cancel: true`. */
  | 'cancel'
  /** `permission: deny`, with a reason. */
  | 'permission';

export interface RegisterRequest {
  launch: Launch;
  needs: Needs;
}

/** Relative to the directory of the scope. */
export type RegisteredFile =
  /** Settings of the person: `hooks: { Event: [{ matcher, hooks: [handler] }] }` in JSON, with comments or not. */
  | { format: 'hook-groups'; path: string; entries: SettingsEntry[]; fresh?: string }
  /** Settings of the person in TOML: tables `[[hooks]]` at the end. */
  | { format: 'toml-tables'; path: string; tables: Readonly<Record<string, string | number | boolean>>[] }
  /** A file that is ours as a whole. */
  | { format: 'own-file'; path: string; text: string; executable: boolean };

export interface SettingsEntry {
  event: string;
  matcher?: string;
  /** Without a group around the handler: `hooks: { event: [handler] }`. */
  isFlat?: true;
  handler: Readonly<Record<string, unknown>> & { command: string };
}

/** Says in every file that is ours as a whole who wrote it; so it is recognised when nothing else is known about it. */
export const WRITTEN_BY = 'Written by hookctl install; hookctl uninstall removes it.';

/** Seconds that an agent waits for the hook. Above our own deadline, so that ours comes first. */
export const AGENT_WAITS_SECONDS = 15;

export interface RegisteredEvent {
  /** The agent's name of it. */
  event: string;
  neutral: NeutralEvent;
  command: string;
}

/** The events that a policy needs and the agent has. Calls are always seen before they run: without that nothing can be refused. */
export function registeredEvents(
  { agent, events }: Pick<Registrar, 'agent' | 'events'>,
  { launch, needs }: RegisterRequest,
): RegisteredEvent[] {
  const wanted: NeutralEvent[] = ['session-start', 'prompt', 'before-tool', 'after-tool', 'stop', 'subagent-stop'];
  const isNeeded = (neutral: NeutralEvent): boolean =>
    neutral === 'before-tool' || (neutral === 'after-tool' ? needs.after !== null : needs.events.includes(neutral));
  const argv = [launch.command, ...launch.args, '--agent', agent];
  return wanted.filter(isNeeded).flatMap((neutral) =>
    (events[neutral] ?? []).map((event) => ({
      event,
      neutral,
      command: neutral === 'before-tool' ? closedCommand(argv) : commandLine(argv),
    })),
  );
}

/** Events that the policy asks for and the agent calls no hook for: rules on these never fire there. */
export function missingEvents({ events }: Pick<Registrar, 'events'>, needs: Needs): string[] {
  const neutral = [...needs.events, ...(needs.after === null ? [] : ['after-tool'])];
  return neutral.filter((name) => (events[name as NeutralEvent] ?? []).length === 0);
}

/** Is this command line one that we have registered: of any version, also one that has moved away since? */
export function isOwnCommand(command: unknown): boolean {
  return typeof command === 'string' && OWN.test(command);
}

const OWN = /(?:^|[\\/\s'"])(?:hookctl-)?dispatcher(?:\.exe|\.cjs|\.cmd)?['"]? --agent [\w-]+$/;

/** Claude Code's events, by which most others name theirs. */
export const USUAL_EVENTS = {
  'session-start': ['SessionStart'],
  prompt: ['UserPromptSubmit'],
  'before-tool': ['PreToolUse'],
  'after-tool': ['PostToolUse'],
  stop: ['Stop'],
  'subagent-stop': ['SubagentStop'],
} as const satisfies EventNames;

/** Some of Claude Code's events, for an agent that has no others. */
export function usualEvents(...names: (keyof typeof USUAL_EVENTS)[]): EventNames {
  return Object.fromEntries(names.map((name) => [name, USUAL_EVENTS[name]]));
}

/** A payload as Claude Code writes it, with the agent's own name of its shell. */
export function usualPayload(tool: string, event = 'PreToolUse'): Canary['payload'] {
  return (command, { cwd, session }) => ({
    hook_event_name: event,
    session_id: session,
    cwd,
    tool_name: tool,
    tool_input: { command },
  });
}

/** Handlers as Claude Code writes them, in one command string: several agents drop `args`. */
export function hookGroups(events: readonly RegisteredEvent[], timeout: number): SettingsEntry[] {
  return events.map(({ event, command }) => ({ event, handler: { type: 'command', command, timeout } }));
}
