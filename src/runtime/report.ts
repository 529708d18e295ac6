import type { Decision } from '../protocol/decision.ts';
import type { EventRow } from '../protocol/event-row.ts';
import { toFinding } from '../protocol/finding.ts';
import { type Handler, handlerLabel } from '../protocol/handler.ts';
import type { Outcome } from '../protocol/outcome.ts';
import type { HookOutput } from '../protocol/output.ts';
import type { Payload } from '../protocol/payload/payload.ts';
import { classifyStdout } from '../protocol/stdout.ts';
import type { HandlerRun } from './handlers/handler-run.ts';
import type { BackgroundRun, FireResult, HandlerReport } from './fire.ts';
import type { SettingsSource } from './settings/source.ts';

/** One handler in the machine-readable report. */
export type ReportedHandler = Record<'type' | 'source' | 'file', string> & {
  command?: string;
  args?: string[];
  url?: string;
  prompt?: string;
  server?: string;
  tool?: string;
  plugin?: string;
  matcher: string | null;
  if: string | null;
  ran: boolean;
  skipped: string | null;
  outcome: string | null;
  exitCode: number | null;
  signal: string | null;
  status: number | null;
  stdout: string;
  stderr: string;
  durationMs: number;
  timedOut: boolean;
  notice: string | null;
  noVerdict: boolean;
};

/** A settings file that the agent reads differently from what its author meant. */
export interface SettingsWarning {
  file: string;
  source: string;
  /** The whole file is out of force, or only the entries named. */
  dropped: 'file' | 'entries';
  problems: { path: string; problem: string }[];
}

export type FireReport = Decision & {
  handlers: ReportedHandler[];
  settings: SettingsWarning[];
  /** What handlers in the background said in the end, for the model's next turn. */
  background: BackgroundReport[];
};

/** A background handler's end: what the agent tells the model on the next turn. */
export interface BackgroundReport {
  handler: ReportedHandler;
  context: string[];
  systemMessages: string[];
}

export function backgroundReport({ report, run }: BackgroundRun, row: EventRow, payload: Payload): BackgroundReport {
  const label = handlerLabel(report.registration.handler);
  const { context, systemMessages } = toFinding({
    row,
    payload,
    outcome: backgroundOutcome(row, run),
    label,
    order: 0,
    managed: false,
  });
  const ended = { ...reportHandler({ ...report, run }), outcome: 'async' };
  return { handler: ended, context: context.map((item) => item.text), systemMessages };
}

/** Once detached, the last line of stdout is the answer, whatever the first said. */
function backgroundOutcome(row: EventRow, run: HandlerRun): Outcome {
  const lines = run.stdout.trim().split('\n');
  const text =
    lines.length > 1 && classifyStdout(row, lines[0] ?? '').kind === 'async' ? lines.slice(1).join('\n') : run.stdout;
  const stdout = classifyStdout(row, text);
  const output = stdout.kind === 'json' ? stdout.output : readLeniently(row, text);
  return { ...run.outcome, output, text: null, block: null };
}

/** In the background a wrong value costs only itself, not the whole answer. */
function readLeniently(row: EventRow, text: string): HookOutput | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const { systemMessage, hookSpecificOutput } = (value ?? {}) as Record<string, unknown>;
  const context = (hookSpecificOutput as Record<string, unknown> | null | undefined)?.['additionalContext'];
  return {
    ...(typeof systemMessage === 'string' ? { systemMessage } : {}),
    ...(typeof context === 'string'
      ? { hookSpecificOutput: { hookEventName: row.name, additionalContext: context } }
      : {}),
  };
}

export function fireReport(result: FireResult, sources: readonly SettingsSource[]): FireReport {
  return {
    ...result.decision,
    handlers: result.handlers.map(reportHandler),
    settings: sources.filter((source) => source.problems.length > 0).map(warningOf),
    background: [],
  };
}

function reportHandler({ registration, skipped, note, run, blocks }: HandlerReport): ReportedHandler {
  const { handler, origin, path, matcher } = registration;
  return {
    type: handler.type,
    ...identity(handler),
    source: origin.source,
    ...(origin.plugin === undefined ? {} : { plugin: origin.plugin.name }),
    file: path,
    matcher: matcher ?? null,
    if: handler.if ?? null,
    ran: run !== null,
    skipped,
    outcome: run?.outcome.kind ?? blocks?.kind ?? null,
    exitCode: run?.exitCode ?? null,
    signal: run?.signal ?? null,
    status: run?.status ?? null,
    stdout: run?.stdout ?? '',
    stderr: run?.stderr ?? '',
    durationMs: run?.durationMs ?? 0,
    timedOut: run?.outcome.timedOut ?? false,
    notice: run?.outcome.notice ?? note,
    noVerdict: (run?.outcome ?? blocks)?.noVerdict ?? false,
  };
}

function identity(handler: Handler): Partial<ReportedHandler> {
  switch (handler.type) {
    case 'command':
      return { command: handler.command, ...(handler.args === undefined ? {} : { args: handler.args }) };
    case 'http':
      return { url: handler.url };
    case 'mcp_tool':
      return { server: handler.server, tool: handler.tool };
    case 'prompt':
    case 'agent':
      return { prompt: handler.prompt };
  }
}

function warningOf({ path, origin, status, problems }: SettingsSource): SettingsWarning {
  return { file: path, source: origin.source, dropped: status === 'dropped' ? 'file' : 'entries', problems };
}
