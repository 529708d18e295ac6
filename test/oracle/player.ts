import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createStopLoop, type FireReport, type StopLoop } from '../../src/runtime/index.ts';
import { fireByCommand, fireByLibrary } from './fire-event.ts';
import type { ObservedCase, Turn } from './observed-case.ts';
import { playTool, type ToolResult } from './player-tools.ts';
import type { Stage } from './stage.ts';

interface FiredEvent {
  event: string;
  payload: Record<string, unknown>;
  report: FireReport;
}

/** What came of a case when it was played with the built `hookctl` in place of the client's hook engine. */
export interface Played {
  fired: FiredEvent[];
  toolResults: ToolResult[];
  modelCalls: number;
  ending: string;
  /** Each deny as the model would read it, had it finished last. */
  denials: string[];
  /** `--settings` named a file that is not there: the client does not start. */
  refusedToStart: boolean;
}

export interface Session {
  observed: ObservedCase;
  stage: Stage;
  cwd: string;
  fired: FiredEvent[];
  toolResults: ToolResult[];
  stops: StopLoop;
  refusedToStart: boolean;
  env: Record<string, string>;
  /** `export` lines that hooks left for shell commands. */
  exported: string;
  fire(event: string, fields: Record<string, unknown>): Promise<FireReport>;
}

/** Plays the scripted session: the same events in the same order as the client. */
export async function play(observed: ObservedCase, stage: Stage, port: number): Promise<Played> {
  const session = startSession(observed, stage, port);
  let modelCalls = 0;
  let ending = 'completed';
  for (const run of observed.runs ?? [{ prompt: observed.prompt ?? 'go' }]) {
    const source = run.args?.includes('--resume') === true ? 'resume' : 'startup';
    const turns = [...observed.turns];
    const result = await playRun(session, turns, stage.fill(run.prompt), source);
    modelCalls += result.modelCalls;
    ending = result.ending;
    if (session.refusedToStart) break;
  }
  const { fired, toolResults, refusedToStart } = session;
  return { fired, toolResults, modelCalls, ending, refusedToStart, denials: fired.flatMap(denialsOf) };
}

function denialsOf({ payload, report }: FiredEvent): string[] {
  const head = `PreToolUse:${String(payload['tool_name'])} hook error: `;
  return report.handlers.flatMap(({ command, stdout, stderr, exitCode }) => {
    const reason = /"permissionDecisionReason":"([^"]*)"/.exec(stdout)?.[1];
    return [
      ...(reason === undefined ? [] : [`${head}${reason}`]),
      ...(exitCode === 2 ? [`${head}[${command}]: ${stderr}`] : []),
    ];
  });
}

async function playRun(session: Session, turns: Turn[], prompt: string, source: string) {
  const flags = session.observed.args ?? [];
  const trigger = flags.includes('--init') ? 'init' : flags.includes('--maintenance') ? 'maintenance' : null;
  if (trigger !== null) await session.fire('Setup', { trigger });
  const start = await session.fire('SessionStart', { source });
  if (existsSync(join(session.stage.project, 'CLAUDE.md'))) {
    await session.fire('InstructionsLoaded', {
      file_path: join(session.stage.project, 'CLAUDE.md'),
      memory_type: 'Project',
      load_reason: 'session_start',
    });
  }
  const first = start.extras['initialUserMessage'];
  const prompts = typeof first === 'string' ? [first, prompt] : [prompt];
  let modelCalls = 0;
  let ending = 'completed';
  for (const text of prompts) {
    const turn = await playPrompt(session, turns, text);
    modelCalls += turn.modelCalls;
    ending = turn.ending;
  }
  await session.fire('SessionEnd', { reason: 'other' });
  return { modelCalls, ending };
}

async function playPrompt(session: Session, turns: Turn[], prompt: string) {
  if (prompt === '/compact') {
    await session.fire('PreCompact', { trigger: 'manual', custom_instructions: '' });
    return { modelCalls: 0, ending: 'completed' };
  }
  const submitted = await session.fire('UserPromptSubmit', { prompt });
  if (!submitted.proceeds) return { modelCalls: 0, ending: 'completed' };
  if (prompt.startsWith('/')) {
    const [name = '', ...args] = prompt.slice(1).split(' ');
    const expanded = await session.fire('UserPromptExpansion', {
      expansion_type: 'slash_command',
      command_name: name,
      command_args: args.join(' '),
      prompt,
    });
    if (!expanded.proceeds) return { modelCalls: 0, ending: 'completed' };
  }
  session.stops.end();
  for (let modelCalls = 1; modelCalls < 60; modelCalls += 1) {
    const turn = turns.shift() ?? 'ok';
    if (typeof turn === 'object' && 'error' in turn) {
      await session.fire('StopFailure', { error: 'server_error', last_assistant_message: 'API error' });
      return { modelCalls, ending: 'api_error' };
    }
    const calls = typeof turn === 'string' ? [] : turn.filter((block) => block.tool !== undefined);
    const ending = calls.length > 0 ? await playCalls(session, calls) : await playStop(session, textOf(turn));
    if (ending !== null) return { modelCalls, ending };
  }
  throw new Error('the session does not end');
}

async function playCalls(
  session: Session,
  calls: { tool?: string; input?: Record<string, unknown> }[],
): Promise<string | null> {
  session.stops.toolCalled();
  let ending: string | null = null;
  for (const call of calls) ending = (await playTool(session, call.tool ?? '', call.input ?? {})) ?? ending;
  if (ending !== null) return ending;
  const batch = await session.fire('PostToolBatch', { tool_calls: calls });
  return batch.proceeds && batch.continue ? null : 'hook_stopped';
}

async function playStop(session: Session, text: string): Promise<string | null> {
  await session.fire('MessageDisplay', { turn_id: 't', message_id: 'm', index: 0, final: true, delta: text });
  const stop = await session.fire('Stop', { stop_hook_active: session.stops.active, last_assistant_message: text });
  if (!stop.continue) return 'stop_hook_prevented';
  if (stop.proceeds) return 'completed';
  return session.stops.block().overridden ? 'completed' : null;
}

function textOf(turn: Turn): string {
  if (typeof turn === 'string') return turn;
  return Array.isArray(turn) ? turn.map((block) => block.text ?? '').join('') : '';
}

/**
 * Cases that prove the wiring of the command line: each flag of the client, each type of handler, each kind of event and ending. They are played by a
 * process of the built `hookctl fire` per event; the rest by the built library in this process, which is the same runtime without a start of Node.
 */
const BY_PROCESS = new RegExp(
  [
    '^(?:g01-merge|g02-disable-flag|g03-|g12-plugin|m1-|m3-same-local|e30-|d04-post-updated-mcp)',
    '^(?:a00-|a01-|a03-|b01-|c04-|d06-|d10-stop-exit2-once|d13-stopfailure-529|d50-|f10-|e01-|e10-|i02-|i08-)',
  ].join('|'),
);

const NOTHING_FIRED = {
  proceeds: true,
  continue: true,
  permission: null,
  messages: [],
  extras: {},
  handlers: [],
  settings: [],
  updatedInput: null,
  updatedToolOutput: null,
} as unknown as FireReport;

function startSession(observed: ObservedCase, stage: Stage, port: number): Session {
  const project = join(stage.project, observed.cwd ?? '');
  const flags = clientFlags(observed, stage);
  const session: Session = {
    observed,
    stage,
    cwd: project,
    fired: [],
    toolResults: [],
    stops: createStopLoop(observed.env ?? {}),
    refusedToStart: false,
    exported: '',
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: stage.home,
      HOOKLOG: join(stage.dir, 'hooklog'),
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      ANTHROPIC_API_KEY: 'dummy-test-key',
      ...observed.env,
    },
    async fire(event, fields) {
      // Firing an event that no settings text names would start a process to learn nothing.
      const texts = [...stage.texts, ...flags];
      const named = texts.some((text) => text.includes(`"${event}"`) || text.includes(`${event}:`));
      // …but which files are dropped matters to permission rules too.
      const asksForRules = event === 'PreToolUse' && texts.some((text) => text.includes('"permissions"'));
      if (session.refusedToStart || !(named || asksForRules)) {
        return NOTHING_FIRED;
      }
      const payload = {
        session_id: '00000000-0000-4000-8000-000000000001',
        transcript_path: join(stage.home, '.claude/projects/p/s.jsonl'),
        cwd: session.cwd,
        permission_mode: observed.mode ?? 'bypassPermissions',
        effort: { level: 'medium' },
        hook_event_name: event,
        ...fields,
      };
      const request = { payload, project, home: stage.home, flags, env: session.env };
      const report = await (BY_PROCESS.test(observed.id) ? fireByCommand(request) : fireByLibrary(request));
      if (report === null) {
        session.refusedToStart = true;
        return NOTHING_FIRED;
      }
      session.fired.push({ event, payload, report });
      if (typeof report.extras['envFile'] === 'string') session.exported += report.extras['envFile'];
      return report;
    },
  };
  return session;
}

/** The client's flags that concern hooks, in `fire`'s words. */
function clientFlags(observed: ObservedCase, stage: Stage): string[] {
  const flags = stage.managedPath === null ? [] : ['--managed', stage.managedPath];
  const args = observed.args ?? [];
  args.forEach((arg, index) => {
    const value = stage.fill(args[index + 1] ?? '');
    if (arg === '--settings' || arg === '--mcp-config' || arg === '--setting-sources') flags.push(arg, value);
    if (arg === '--plugin-dir') flags.push('--plugin', value);
    if (arg === '--bare' || arg === '--safe-mode') flags.push(arg);
    if (arg === '--restricted') flags.push('--setting-sources', '');
  });
  return flags;
}
