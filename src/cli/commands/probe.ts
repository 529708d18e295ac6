import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { DEFAULT_AGENT } from '../../adapters/agents.ts';
import { ownIn } from '../../install/plan/launches.ts';
import { EVENT_NAMES, type EventName, isEventName } from '../../protocol/event.ts';
import { nearest } from '../../protocol/text/did-you-mean.ts';
import { UnreadableInput } from '../../lint/read/gather.ts';
import { probe, type ProbeReport, type ProbeRequest } from '../../probe/probe.ts';
import { isolationOf } from '../../probe/sandbox/sandbox.ts';
import { isDirectory } from '../../system/node/files.ts';
import { type CommandInput, defineCommand, type Option, UsageError } from '../command.ts';
import { printError, print, printJson } from '../output.ts';
import { renderProbe } from '../render/probe.ts';
import { pageOf } from '../render/text/style.ts';

const OPTIONS = {
  project: {
    type: 'string',
    value: 'DIR',
    help: 'The project whose guards are tried (default: the current directory).',
  },
  home: { type: 'string', value: 'DIR', help: 'The home whose .claude/settings.json is read, in place of yours.' },
  settings: {
    type: 'string',
    value: 'FILE',
    multiple: true,
    help: 'Further settings, as the agent takes with --settings.',
  },
  event: {
    type: 'string',
    value: 'NAME',
    completes: 'events',
    help: 'For a SCRIPT that no handler runs: the event (default: PreToolUse).',
  },
  matcher: { type: 'string', value: 'NAMES', help: 'For such a SCRIPT: the matcher, such as "Edit|Write".' },
  'time-limit': {
    type: 'string',
    value: 'SECONDS',
    help: "For one run (default: 10, or the handler's own if that is shorter).",
  },
  budget: {
    type: 'string',
    value: 'SECONDS',
    help: 'For all runs of one guard (default: 60). The report names what there was no time for.',
  },
  'no-isolation': {
    type: 'boolean',
    help: 'Run the guards without namespaces. A guard can then write to any path it names, and reach the network.',
  },
  json: { type: 'boolean', help: 'The whole result as one JSON object.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const probeCommand = defineCommand({
  name: 'probe',
  group: 'try',
  summary: 'Prove the guards of a project: run each one on many calls and say whether it ever refuses.',
  usage: '[SCRIPT…] [--project DIR] [--home DIR] [--settings FILE]… [--json]',
  about:
    'Each command handler in force is really run, up to a hundred times, in a copy of the project with its own home and without network. The calls it is asked about are text in a payload; none of them is ever carried out. Without a SCRIPT: all guards of the settings.',
  options: OPTIONS,
  maxPositionals: Infinity,
  arguments: ['files'],
  json: `{ guards: [{ name, event, matcher, file, command, verdict, refuses, words, reader, medianMs, runs, withoutInput, dependsOn,
  diagnoses: [{ id, severity, says, remedy }] }], notProbed: [{ name, event, type, why }], dropped: [file], isolation: { kind, why }, notCopied: [path] }`,
  exitCodes: { 0: 'no guard is ineffective', 1: 'a guard is ineffective, or a settings file is not in force' },
  seeAlso: ['probe.md', 'lint', 'fire', 'traps.md'],
  examples: [
    { run: 'hookctl probe', shows: 'all guards in force here' },
    { run: 'hookctl probe .claude/hooks/guard.sh', shows: 'one script, as its handler runs it' },
    { run: 'hookctl probe new-guard.py --event PreToolUse --matcher Bash', shows: 'a script that no handler runs yet' },
    { run: 'hookctl probe --json', shows: 'for a program' },
  ],
  changes: ({ values }) =>
    isolationOf(values['no-isolation'] === true).kind === 'none'
      ? 'whatever the guards write: they run without isolation'
      : null,
  run: runProbe,
});

async function runProbe({ values, positionals }: Input): Promise<number> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  const request = requestOf(values, positionals);
  const report = await probeOrRefuse({
    ...request,
    limits: { ...request.limits, signal: stop.signal },
    onGuard: (name, index, count) => {
      if (process.stderr.isTTY && values.json !== true) printError(`probing ${index}/${count}: ${name}\n`);
    },
  });
  if (stop.signal.aborted) {
    printError(`hookctl probe: interrupted after ${report.guards.length} guards; nothing is left behind\n`);
    return INTERRUPTED;
  }
  if (values.json === true) printJson(report);
  else print(renderProbe(report, pageOf(process.stdout)));
  return exitCodeOf(report);
}

/** As shells count it. */
const INTERRUPTED = 130;

function exitCodeOf({ guards, dropped }: ProbeReport): number {
  return dropped.length > 0 || guards.some(({ verdict }) => verdict === 'ineffective') ? 1 : 0;
}

async function probeOrRefuse(request: ProbeRequest): Promise<ProbeReport> {
  try {
    return await probe(request);
  } catch (error) {
    if (error instanceof UnreadableInput) throw new UsageError(error.message);
    throw error;
  }
}

function requestOf(values: Input['values'], scripts: string[]): ProbeRequest {
  const projectDir = resolve(values.project ?? '.');
  if (!isDirectory(projectDir)) throw new UsageError(`--project: no directory ${projectDir}`);
  const run = secondsOf('time-limit', values['time-limit'], 10);
  return {
    scripts,
    event: eventOf(values.event),
    matcher: values.matcher,
    files: [],
    project: values.project,
    home: values.home,
    settings: values.settings ?? [],
    cwd: process.cwd(),
    env: process.env,
    projectDir,
    isOwn: ownIn({ agent: DEFAULT_AGENT, projectRoot: projectDir }),
    homeDir: resolve(values.home ?? process.env['HOME'] ?? homedir()),
    plain: values['no-isolation'] === true,
    limits: { run, guard: secondsOf('budget', values.budget, 60) },
  };
}

function eventOf(name = 'PreToolUse'): EventName {
  if (isEventName(name)) return name;
  const near = nearest(name, EVENT_NAMES);
  throw new UsageError(`"${name}" is not a hook event${near === null ? '' : `; did you mean "${near}"?`}`);
}

const LONGEST = 3600;

function secondsOf(option: string, text: string | undefined, usual: number): number {
  const seconds = Number(text ?? usual);
  if (seconds > 0 && seconds <= LONGEST) return seconds;
  throw new UsageError(`--${option}: "${text}" is not a number of seconds up to ${LONGEST}`);
}
