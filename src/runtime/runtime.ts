import { CLIENT_VARIABLES } from '../adapters/client-variables.ts';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { EVENT_NAMES, type EventName, type EventPayload, isEventName, rowOf } from '../protocol/event.ts';
import { didYouMean } from '../protocol/text/did-you-mean.ts';
import type { Payload } from '../protocol/payload/payload.ts';
import { fire, type FireResult, type FireWorld } from './fire.ts';
import type { Judge } from './handlers/judge.ts';
import { readMcpServers } from './mcp-servers.ts';
import { type BackgroundReport, backgroundReport, type FireReport, fireReport } from './report.ts';
import { discoverSettings, type SettingsLocations, systemManagedDir } from './settings/discover.ts';
import { type EffectiveSettings, effectiveSettings, type StartMode } from './settings/effective.ts';
import { createStopLoop, type StopLoop } from './stop-loop.ts';

/** How an agent sets up its hooks. Only the project's directory is needed. */
export interface RuntimeOptions {
  projectDir: string;
  home?: string;
  /** Settings files, or settings as JSON text, on top of those found. */
  settings?: readonly string[];
  /** The managed settings file or its directory; null: none; default: the system's, unless `home` is given. */
  managed?: string | null;
  pluginDirs?: readonly string[];
  skills?: readonly string[];
  subagent?: string;
  settingSources?: SettingsLocations['settingSources'];
  startMode?: StartMode;
  /** Files in the form of `.mcp.json`, or such JSON text; the project's own is always read. */
  mcpConfigs?: readonly string[];
  env?: Readonly<Record<string, string | undefined>>;
  sessionId?: string;
  transcriptPath?: string;
  permissionMode?: string;
  /** The agent ends after its answer: `asyncRewake` handlers are waited for. */
  oneShot?: boolean;
  /** Decides prompt and agent handlers instead of the Anthropic API. */
  judge?: Judge;
  onRewake?: (text: string) => void;
  signal?: AbortSignal;
}

/** An event's own fields; the common ones are filled in, and may be given to override them. */
export type FireInput<E extends EventName> = Partial<EventPayload<E>>;

export interface HookRuntime {
  /** Runs the hooks of one event and says what the agent must do. Rejects with a TypeError when there is no such event. */
  fire<E extends EventName>(event: E, input?: FireInput<E>): Promise<FireReport>;
  /** What background handlers said once they ended; empty while they run. For the agent's next turn. */
  takeBackground(): BackgroundReport[];
  /** What is in force, for display. */
  readonly settings: EffectiveSettings;
  /** Reads the settings again, as the client does when a file changes. */
  reload(): void;
  /** Waits up to `settleMs` for background hooks, then ends them. */
  close(settleMs?: number): Promise<void>;
}

/** Where the hooks run. */
interface Surroundings {
  projectDir: string;
  home: string;
  env: Readonly<Record<string, string>>;
}

/** Compatible hooks for any agent. */
export function createHookRuntime(options: RuntimeOptions): HookRuntime {
  const surroundings = surroundingsOf(options);
  const sessionId = options.sessionId ?? randomUUID();
  const stops = createStopLoop(surroundings.env);
  const spent = new Set<string>();
  const results: FireResult[] = [];
  const ended: BackgroundReport[] = [];
  let settings = loadSettings(options, surroundings);

  return {
    get settings() {
      return settings;
    },
    reload() {
      settings = loadSettings(options, surroundings);
    },
    async fire(event, input = {}) {
      if (!isEventName(event))
        throw new TypeError(`no hook event "${String(event)}"${didYouMean(String(event), EVENT_NAMES)}`);
      const row = rowOf(event);
      if (row.neutral === 'before-tool') stops.toolCalled();
      if (row.neutral === 'prompt') stops.end();
      const payload: Payload = {
        session_id: sessionId,
        transcript_path: options.transcriptPath ?? '',
        cwd: surroundings.projectDir,
        ...(options.permissionMode === undefined ? {} : { permission_mode: options.permissionMode }),
        ...(row.payload['stop_hook_active'] === undefined ? {} : { stop_hook_active: stops.active }),
        ...input,
        hook_event_name: event,
      };
      const result = await fire(payload, worldOf(options, surroundings, settings, spent));
      if (result.background.length > 0) results.push(result);
      for (const running of result.background)
        void running.then((run) => ended.push(backgroundReport(run, row, payload)));
      const report = fireReport(result, settings.sources);
      return row.exit2.effect === 'keeps-going' ? withinCap(report, stops) : report;
    },
    takeBackground: () => ended.splice(0),
    async close(settleMs = 0) {
      const background = results.flatMap((result) => result.background);
      if (background.length > 0 && settleMs > 0) await Promise.race([Promise.all(background), delay(settleMs)]);
      await Promise.all(results.splice(0).map((result) => result.close()));
    },
  };
}

function surroundingsOf(options: RuntimeOptions): Surroundings {
  const env = Object.fromEntries(
    Object.entries(options.env ?? process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return { projectDir: resolve(options.projectDir), home: resolve(options.home ?? homedir()), env };
}

function loadSettings(options: RuntimeOptions, { projectDir, home, env }: Surroundings): EffectiveSettings {
  const ownConfig = options.home === undefined ? env[CLIENT_VARIABLES.configDir] : undefined;
  const standard = options.home === undefined ? systemManagedDir(process.platform) : null;
  const sources = discoverSettings({
    projectDir,
    configDir: ownConfig ?? join(home, '.claude'),
    managed: options.managed === undefined ? standard : options.managed,
    ...(options.settings === undefined ? {} : { flags: options.settings }),
    ...(options.pluginDirs === undefined ? {} : { pluginDirs: options.pluginDirs }),
    ...(options.skills === undefined ? {} : { skills: options.skills }),
    subagent: options.subagent,
    settingSources: options.settingSources,
  });
  return effectiveSettings(sources, options.startMode);
}

function worldOf(
  options: RuntimeOptions,
  { projectDir, home, env }: Surroundings,
  settings: EffectiveSettings,
  spent: Set<string>,
): FireWorld {
  return {
    settings,
    projectDir,
    home,
    env: { ...env, ...settings.env },
    oneShot: options.oneShot ?? false,
    spent,
    judge: options.judge,
    mcpServers: readMcpServers(projectDir, options.mcpConfigs ?? []),
    signal: options.signal,
    onRewake: options.onRewake,
  };
}

/** One block too many in a row, and the turn ends whatever the hooks say. */
function withinCap(report: FireReport, stops: StopLoop): FireReport {
  if (report.proceeds) {
    stops.end();
    return report;
  }
  const { overridden, count } = stops.block();
  if (!overridden) return report;
  stops.end();
  const text = `Hooks kept the turn from ending ${count} times in a row; it ends now. Check stop_hook_active in the hook.`;
  return { ...report, proceeds: true, messages: [{ to: 'user', text }] };
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
