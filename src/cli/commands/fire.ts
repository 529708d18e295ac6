import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkPayload, decodePayload, EVENT_NAMES, isEventName, type Payload, rowOf } from '../../protocol/index.ts';
import type { EventName } from '../../protocol/event.ts';
import {
  type BackgroundReport,
  createHookRuntime,
  type FireReport,
  type ReportedHandler,
  type RuntimeOptions,
} from '../../runtime/index.ts';
import type { SettingsSource } from '../../runtime/settings/source.ts';
import { nearest } from '../../protocol/text/did-you-mean.ts';
import { DEFAULT_AGENT } from '../../adapters/agents.ts';
import { ownIn } from '../../install/plan/launches.ts';
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { renderFire } from '../render/fire.ts';
import { pageOf } from '../render/text/style.ts';
import { print, printError, printJson } from '../output.ts';
import { wordTrouble } from '../../protocol/text/file-trouble.ts';

const OPTIONS = {
  payload: { type: 'string', value: 'FILE|-', help: 'The event, as the JSON a hook gets; - reads it from stdin.' },
  event: {
    type: 'string',
    value: 'NAME',
    completes: 'events',
    help: "The event's name, if the payload does not contain it.",
  },
  project: {
    type: 'string',
    value: 'DIR',
    help: 'The project the agent was started in (default: the current directory).',
  },
  home: { type: 'string', value: 'DIR', help: 'The home whose .claude/settings.json is read, in place of yours.' },
  settings: {
    type: 'string',
    value: 'FILE|JSON',
    multiple: true,
    help: 'Further settings, as the agent takes with --settings.',
  },
  managed: {
    type: 'string',
    value: 'FILE|DIR',
    help: "Managed settings (default: the system's, unless --home is given).",
  },
  plugin: { type: 'string', value: 'DIR', multiple: true, help: 'A plugin directory to load.' },
  skill: { type: 'string', value: 'FILE', multiple: true, help: 'A skill in use; hooks in its frontmatter count.' },
  subagent: { type: 'string', value: 'FILE', help: 'The running subagent; hooks in its frontmatter count.' },
  'mcp-config': { type: 'string', value: 'FILE|JSON', multiple: true, help: 'MCP servers besides those in .mcp.json.' },
  'setting-sources': { type: 'string', value: 'LIST', help: 'Which of user,project,local are read (default: all).' },
  bare: { type: 'boolean', help: 'As an agent started with --bare: managed hooks only.' },
  'safe-mode': { type: 'boolean', help: 'As an agent started with --safe-mode: managed hooks only.' },
  settle: {
    type: 'string',
    value: 'SECONDS',
    help: 'How long background hooks may run before they are ended (default: 1).',
  },
  json: { type: 'boolean', help: 'The whole result as one JSON object.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const fireCommand = defineCommand({
  name: 'fire',
  group: 'try',
  summary: 'Act as the agent: run the configured hooks on one event and show what the agent would do.',
  usage: '--payload FILE|- [--project DIR] [--home DIR] [--settings FILE]… [--managed FILE] [--json]',
  about: 'The hooks really run, as under the agent. The exit code is 0 whatever they decide.',
  options: OPTIONS,
  maxPositionals: 0,
  json: `{ event, proceeds, permission, reason, reasonTo, context, systemMessages, updatedInput, updatedToolOutput, continue, stopReason,
  handlers: [{ type, command, source, ran, skipped, outcome, exitCode, signal, stdout, stderr, durationMs, notice }] }`,
  exitCodes: { 0: 'played, whatever the hooks decided' },
  seeAlso: ['protocol.md', 'events.md', 'lint', 'doctor', 'explain'],
  examples: [
    {
      run: 'hookctl fire --payload event.json',
      shows: 'the hooks of this project and of your own settings',
      harmless: true,
    },
    {
      run: `echo '{"tool_name":"Bash","tool_input":{"command":"rm -rf /"}}' | hookctl fire --payload -`,
      shows: 'a handwritten event; its name is inferred',
      harmless: true,
    },
    {
      run: 'hookctl fire --payload event.json --home "$(mktemp -d)" --settings candidate.json --json',
      shows: 'only the settings you name, for a test',
    },
  ],
  changes: 'nothing',
  run: async (input) => runFire(input),
});

async function runFire({ values }: Input): Promise<number> {
  const payload = readPayload(values.payload, values.event);
  warnOfMissing(values);
  const runtime = createHookRuntime(runtimeOptions(values));
  const { hook_event_name: event, ...fields } = payload;
  const settle = settleMs(values.settle);
  refuseToStart(runtime.settings.sources);
  const fired = await runtime.fire(event as EventName, fields);
  await runtime.close(settle);
  const report = withBackground(fired, runtime.takeBackground());
  if (values.json === true) printJson(report);
  else
    print(
      renderFire(report, { payload, oddities: oddities(payload), isOwn: ownHandlers(values) }, pageOf(process.stdout)),
    );
  return 0;
}

/** Which handlers are hookctl itself, however they start it. */
function ownHandlers(values: Input['values']): (handler: ReportedHandler) => boolean {
  const isOwn = ownIn({ agent: DEFAULT_AGENT, projectRoot: resolve(values.project ?? '.') });
  return ({ type, command, args }) => isOwn({ type, command, ...(args === undefined ? {} : { args }) });
}

/** Handlers that ended in the background are shown with what they did in the end. */
function withBackground(report: FireReport, ended: BackgroundReport[]): FireReport {
  const left = [...ended];
  const handlers = report.handlers.map((handler) => {
    const same = left.findIndex((one) => isSameHandler(one.handler, handler));
    return same < 0 ? handler : (left.splice(same, 1)[0]?.handler ?? handler);
  });
  return { ...report, handlers, background: ended };
}

function isSameHandler(a: ReportedHandler, b: ReportedHandler): boolean {
  return b.outcome === 'async' && a.command === b.command && a.file === b.file && a.if === b.if;
}

/** The agent does not start with a missing settings file, nor with unreadable managed settings. */
function refuseToStart(sources: readonly SettingsSource[]): void {
  const missing = sources.find((source) => source.missing === true);
  if (missing !== undefined) throw new InputError(`--settings: no file ${missing.path}`);
  const broken = sources.find(({ origin, status }) => origin.source === 'managed' && status === 'dropped');
  if (broken === undefined) return;
  const why = broken.problems[0]?.problem ?? 'unreadable';
  throw new InputError(`managed settings ${broken.path}: ${why}; the agent refuses to start`);
}

function readPayload(path: string | undefined, event: string | undefined): Payload {
  if (path === undefined) throw new UsageError('--payload FILE is needed (or - for stdin)');
  let text: string;
  try {
    text = readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    throw new InputError(`cannot read the payload ${path}: ${wordTrouble(error)}`);
  }
  const decoded = decodePayload(text);
  const fields = decoded.ok ? decoded.payload : safeObject(text);
  if (fields === null) throw new InputError(`the payload is ${decoded.ok ? 'not an object' : decoded.problem}`);
  if (!decoded.ok && event === undefined)
    throw new InputError(
      `the payload does not say which event it is: add "hook_event_name", or give --event (${COMMON_EVENTS.join(', ')} …)`,
    );
  const name = event ?? fields.hook_event_name;
  if (!isEventName(name)) {
    throw new InputError(`"${name}" is not a hook event; ${suggestEvent(name)}`);
  }
  return { ...fields, hook_event_name: name };
}

const COMMON_EVENTS = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop', 'SessionStart'];

function suggestEvent(name: string): string {
  const begins = EVENT_NAMES.find((event) => event.toLowerCase().startsWith(name.toLowerCase()));
  const near = nearest(name, EVENT_NAMES) ?? (name.length >= 3 ? begins : undefined);
  return near === undefined ? '`hookctl help events` lists them' : `did you mean "${near}"?`;
}

function safeObject(text: string): Payload | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : null;
  } catch {
    return null;
  }
}

function oddities(payload: Payload): string[] {
  return checkPayload(rowOf(payload.hook_event_name as EventName).payload, payload);
}

/** A place that was named and is not there holds no hooks; that must not look like hooks that said nothing. */
function warnOfMissing(values: Input['values']): void {
  const configs = (values['mcp-config'] ?? []).filter((text) => !text.trimStart().startsWith('{'));
  const named: [string, string[]][] = [
    ['managed', values.managed === undefined ? [] : [values.managed]],
    ['plugin', values.plugin ?? []],
    ['mcp-config', configs.map((path) => resolve(values.project ?? '.', path))],
  ];
  for (const [option, paths] of named) {
    for (const path of paths.filter((one) => !existsSync(one))) {
      printError(`hookctl fire: --${option}: ${path} does not exist; nothing is read from it\n`);
    }
  }
}

function runtimeOptions(values: Input['values']): RuntimeOptions {
  const sources = values['setting-sources'];
  return {
    projectDir: resolve(values.project ?? '.'),
    oneShot: true,
    settings: (values.settings ?? []).filter((text) => text !== '').map(settingsFlag),
    pluginDirs: values.plugin ?? [],
    skills: values.skill ?? [],
    mcpConfigs: values['mcp-config'] ?? [],
    startMode: values.bare === true ? 'bare' : values['safe-mode'] === true ? 'safe-mode' : 'normal',
    ...(values.home === undefined ? {} : { home: resolve(values.home) }),
    ...(values.managed === undefined ? {} : { managed: resolve(values.managed) }),
    ...(values.subagent === undefined ? {} : { subagent: resolve(values.subagent) }),
    ...(sources === undefined ? {} : { settingSources: sourcesOf(sources) }),
  };
}

function sourcesOf(list: string): ('user' | 'project' | 'local')[] {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const scopes = ['user', 'project', 'local'] as const;
  for (const name of names) {
    if (!scopes.includes(name as 'user'))
      throw new UsageError(`--setting-sources: "${name}" is not user, project or local`);
  }
  return names as ('user' | 'project' | 'local')[];
}

/** A path is meant from here, not from the project; JSON text stays as it is. */
function settingsFlag(text: string): string {
  return text.trimStart().startsWith('{') ? text : resolve(text);
}

function settleMs(text: string | undefined): number {
  const seconds = Number(text ?? 1);
  if (!Number.isFinite(seconds) || seconds < 0) throw new UsageError(`--settle: "${text}" is not a number of seconds`);
  return seconds * 1000;
}
