import type { Adapter } from '../protocol/agent-event.ts';
import type { EventName } from '../protocol/event.ts';
import type { CommandHandler } from '../protocol/handler.ts';
import type { Needs } from '../protocol/agent/needs.ts';
import type { TranscriptReader } from './transcript-reader.ts';

/** What the commands (`install`, `doctor`, `mod` …) ask of an agent, besides what the hook asks of it. One folder in `adapters/` has one of these. */
export interface Agent {
  adapter: Adapter;
  settings: AgentSettings;
  registration: Registration;
  /** Null: the agent has no plugins. */
  plugin: PluginFormat | null;
  policyHelper: PolicyHelperFormat;
  probe: Probe;
  client: Client;
  /** For `replay`. Null: the agent keeps none, or hookctl cannot read them. */
  transcripts: TranscriptReader | null;
}

export const SCOPES = ['user', 'project', 'local', 'managed'] as const;
export type SettingsScope = (typeof SCOPES)[number];

/** Where the agent reads its settings. */
interface AgentSettings {
  /** The user's directory: below the home, unless a variable moves it. */
  userDirectory: { variable: string | null; usual: string };
  /** The project's directory of this agent, relative to the project. */
  projectDirectory: string;
  files: Readonly<Record<SettingsScope, SettingsFile>>;
}

interface SettingsFile {
  /** The user's directory, where the session starts, the root of the repository around that, or the directory of the machine's administrator. */
  root: 'user' | 'project' | 'repository' | 'system';
  path: string;
}

/** How the dispatcher is started: exec form, no shell in between. */
export interface Launch {
  command: string;
  args: string[];
}

/** The settings for one event. */
export interface HookEntry {
  event: EventName;
  /** Undefined: every tool, or an event without a matcher. */
  matcher?: string;
  handler: CommandHandler;
}

/** What `install` writes, and how it is recognised again. */
export interface Registration {
  /** The editor in `install/edit` that writes the entries: `hooks: { Event: [{ matcher, hooks: [handler] }] }` in JSON. */
  format: 'hook-groups';
  /** What a policy needs → what is registered. */
  entries: (needs: Needs, launch: Launch) => HookEntry[];
  /** A tool for each part of a matcher of ours; null: it lets everything through. */
  matcherSamples: (matcher: string) => string[] | null;
  /** Values that stand for all that a matcher can meet, by the payload's field: a tool of every kind, every way a session starts. */
  subjects: Readonly<Record<string, readonly string[]>>;
  /** Is this handler a dispatcher of ours? `knowsPath` says whether a file belongs to some installation of hookctl. */
  isOwn: (handler: unknown, knowsPath: (path: string) => boolean) => boolean;
  /** The path that a handler starts, if its name could be ours, and the arguments after it. */
  dispatcherOf: (handler: unknown) => { path: string; rest: string[] } | null;
  /** The placeholder for the project's root in a command. Null: the agent fills in nothing. */
  projectPlaceholder: string | null;
  /** A command as the agent fills it in. */
  fill: (text: string, roots: { project?: string; plugin?: string }) => string;
}

/** A plugin directory, ready to be loaded or shared. Paths are relative to it. */
export interface PluginFormat {
  name: string;
  hooksFile: string;
  /** `hooksFile` before the entries come in. */
  emptyHooks: string;
  dispatcherFile: string;
  launch: Launch;
  manifestFile: string;
  /** Everything but the hooks and the dispatcher. */
  texts: (directoryName: string, version: string) => { path: string; text: string }[];
  /** The command that starts a session with the plugin. */
  startWith: (directory: string) => string;
  /** How others get it, in a sentence for people. */
  howToShare: (directoryName: string) => string;
}

/** A program named in the administrator's settings, which prints more of them at the start of a session. */
export interface PolicyHelperFormat {
  /** What the program prints. */
  output: (entries: readonly HookEntry[]) => object;
  /** What names the program. */
  settings: (program: string, platform: string) => object;
}

/** One shell command through the dispatcher, as this agent would send it. */
export interface Probe {
  args: readonly string[];
  env: (projectRoot: string) => Record<string, string>;
  payload: (command: string, place: { cwd: string; session: string }) => object;
  isDenied: (stdout: string, reason: string) => boolean;
}

/** The agent's own program. */
interface Client {
  /** What was observed of it. */
  versions: {
    /** Before this version a hook that fails lets the call through. */
    failsClosedSince: string;
    /** Why, in a sentence that follows the version. */
    failsOpenBecause: string;
    testedWith: string;
  };
  /** What in a settings file could send the real client to another place than a scripted model. */
  leadsElsewhere: (settings: ClientSettings) => string[];
  /** One session of the real client, offline: a scripted model asks for one command. */
  play: (request: PlayRequest) => Promise<PlayedSession>;
}

export interface ClientSettings {
  /** The variables that the file sets, by name. */
  variables: readonly string[];
  /** Its other keys. */
  keys: readonly string[];
}

export interface PlayRequest {
  /** The executable. */
  program: string;
  cwd: string;
  /** A home made for this session; what is needed of the user's settings is copied there. */
  home: string;
  /** The user's own directory of this agent. */
  configDir: string;
  pluginRoots: readonly string[];
  /** What the model wants to run. */
  command: string;
  timeoutMs: number;
}

export interface PlayedSession {
  /** What the model saw about the command; null: it was never asked. */
  result: string | null;
  /** The hooks that ran before the command. */
  hooks: { outcome: string; exitCode: number | null }[];
  exitCode: number | null;
  timedOut: boolean;
  stderr: string;
}
