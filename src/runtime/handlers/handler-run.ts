import type { Decision } from '../../protocol/decision.ts';
import type { EventRow } from '../../protocol/event-row.ts';
import type { Handler } from '../../protocol/handler.ts';
import { blocked, type Failure, failure, type Outcome, type ReadContext } from '../../protocol/outcome.ts';
import type { Payload } from '../../protocol/payload/payload.ts';
import type { Judge } from './judge.ts';

/** Where a handler was registered, and what that place brings along. */
export interface HandlerOrigin {
  source: 'user' | 'project' | 'local' | 'flag' | 'managed' | 'plugin' | 'skill' | 'agent';
  plugin?: { name: string; market: string; root: string; data: string };
}

/** All a handler may know of the world; nothing is read from the process behind its back. */
export interface RunContext {
  row: EventRow;
  payload: Payload;
  origin: HandlerOrigin;
  projectDir: string;
  home: string;
  /** Where processes start: the payload's directory, or the nearest one that exists. */
  cwd: string;
  /** The agent's own environment, before the hook's variables are added. */
  env: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** One-shot agents wait for `asyncRewake` handlers; others let them run in the background. */
  oneShot: boolean;
  /** Where SessionStart and its like may leave `export` lines for later shell commands. */
  envFile: string;
  /** Marks every process of this firing, so that strays can be found. */
  fireId: string;
  /** `httpHookAllowedEnvVars` of the settings; undefined: no such limit. */
  httpAllowedEnvVars: readonly string[] | undefined;
  /** Answers `prompt` and `agent` handlers; undefined: the Anthropic SDK with the environment's key. */
  judge: Judge | undefined;
  /** Fires hooks for a tool call that a verifier makes; the payload's other fields stay as they are. */
  fireNested: (event: 'PreToolUse', fields: { tool_name: string; tool_input: unknown }) => Promise<Decision>;
  /** MCP servers by name, as in `.mcp.json`. */
  mcpServers: Readonly<Record<string, unknown>>;
  /** Changes how the process of a command handler is started; undefined: it is started as it is. */
  start?: StartChange | undefined;
  /** Ends the handler early, as a timeout does. */
  signal?: AbortSignal;
}

/** A process that is about to start. */
export interface ProcessStart {
  file: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  stdin: string;
}

export type StartChange = (start: ProcessStart) => ProcessStart;

/** What a handler did: its outcome, and the facts a person wants to see. */
export interface HandlerRun {
  outcome: Outcome;
  exitCode: number | null;
  signal: string | null;
  /** HTTP status, for http handlers. */
  status: number | null;
  stdout: string;
  stderr: string;
  durationMs: number;
  /** Still running in the background; settles with what it did in the end. */
  background?: Promise<HandlerRun>;
}

export type RunHandler<H extends Handler> = (handler: H, context: RunContext) => Promise<HandlerRun>;

/** What the protocol's readers need of a handler and its context. */
export function readContext(handler: Handler, context: RunContext): ReadContext {
  const command = handler.type === 'command' ? handler : undefined;
  return {
    row: context.row,
    // The other types accept the key like any unknown one, and ignore it.
    onFailure: handler.type === 'command' || handler.type === 'http' ? handler.onFailure : undefined,
    background: command?.async === true || command?.asyncRewake === true,
    fromPlugin: context.origin.source === 'plugin',
  };
}

/** A failure without an exit code: like `failure`, but where any failure fails the action, this one does too. */
export function failedRun(handler: Handler, context: RunContext, facts: Failure): Outcome {
  const outcome = failure(readContext(handler, context), facts);
  if (outcome.kind === 'blocking-error' || !context.row.nonZeroFails) return outcome;
  return { ...blocked(facts.detail ?? facts.notice), notice: facts.notice };
}

export function timedOutRun(handler: Handler, context: RunContext): Outcome {
  return failedRun(handler, context, { notice: 'timed out', timedOut: true, detail: null, noVerdict: true });
}

type RunFacts = Partial<Pick<HandlerRun, 'exitCode' | 'status' | 'stdout' | 'stderr'>>;

export function endRun(started: number, outcome: Outcome, facts: RunFacts = {}): HandlerRun {
  const durationMs = Math.round(performance.now() - started);
  return { outcome, exitCode: null, signal: null, status: null, stdout: '', stderr: '', durationMs, ...facts };
}

/** The result of `beforeDeadline` if there is no answer in time. */
export const LATE = Symbol('late');

/** setTimeout overflows above this and would fire at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** Waits for `work` until the time is up or the caller gives up. Work that ignores its signal is left behind. */
export async function beforeDeadline<T>(
  limits: { timeoutMs: number; signal?: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | typeof LATE> {
  if (limits.signal?.aborted) return LATE;
  const controller = new AbortController();
  const giveUp = (): void => controller.abort();
  const late = new Promise<typeof LATE>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(LATE), { once: true });
  });
  const timer = setTimeout(giveUp, Math.min(limits.timeoutMs, LONGEST_TIMER));
  limits.signal?.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([late, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    limits.signal?.removeEventListener('abort', giveUp);
  }
}
