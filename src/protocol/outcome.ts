import type { EventRow } from './event-row.ts';
import type { OnFailure } from './handler.ts';
import type { HookOutput } from './output.ts';
import { classifyStdout, type Stdout } from './stdout.ts';

/** What is known of a process after it ended, or did not. */
export interface CommandRun {
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  timedOut: boolean;
  /** Why it could not be started; null when it was. */
  startError: string | null;
}

export type OutcomeKind = 'success' | 'blocking-error' | 'non-blocking-error' | 'cancelled' | 'async';

/** Why a blocking error blocks. */
interface Block {
  reason: string;
  /** The client puts `[handler]: ` before it. */
  quotesHandler: boolean;
  /** Blocks because of `onFailure: "block"`, not because the hook said so. */
  failedClosed: boolean;
}

/** One handler's result, read by the rules of its event. */
export interface Outcome {
  kind: OutcomeKind;
  timedOut: boolean;
  /** The answer the event reads; null when there is none or the event discards it. */
  output: HookOutput | null;
  /** Plain stdout of a successful run. */
  text: string | null;
  block: Block | null;
  /** `ok: false` of a prompt handler can end the turn besides blocking. */
  endsTurn: boolean;
  /** What went wrong or was ignored, for people; the model never sees it. */
  notice: string | null;
  /** The client tells the user that this hook did not check the action. */
  noVerdict: boolean;
}

export interface ReadContext {
  row: EventRow;
  onFailure: OnFailure | undefined;
  /** `async` and `asyncRewake` handlers never fail closed. */
  background: boolean;
  fromPlugin: boolean;
}

export const NO_STDERR = 'No stderr output';

/** The matrix exit code × stdout, with its exceptions. */
export function readCommandRun(run: CommandRun, context: ReadContext): Outcome {
  const { row } = context;
  if (run.timedOut) return failure(context, { notice: 'timed out', timedOut: true, detail: null, noVerdict: true });
  if (run.startError !== null) {
    return failure(context, {
      notice: `could not be started: ${run.startError}`,
      detail: run.startError,
      noVerdict: true,
    });
  }
  const stdout = classifyStdout(row, run.stdout);
  if (stdout.kind === 'async') return readAsync(run, context);
  if (row.nonZeroFails && run.exitCode !== 0) return blocked(run.stderr || NO_STDERR);
  if (run.exitCode === 2) return readExit2(run, stdout, context);
  if (stdout.kind === 'invalid') {
    return failure(context, { notice: stdout.problem, detail: stdout.problem, noVerdict: true });
  }
  if (stdout.kind === 'json') return readJson(run, stdout, context);
  if (run.exitCode === 0) return success({ text: stdout.kind === 'text' ? stdout.text : null });
  const detail = run.stderr.trim() || NO_STDERR;
  const how = run.signal === null ? `exit code ${run.exitCode}` : `killed by ${run.signal}`;
  return failure(context, {
    notice: `${how} does not block: ${detail}`,
    closedNotice: `${how}: ${detail}`,
    detail,
    noVerdict: isNoVerdictExit(run),
  });
}

export function success(parts: Partial<Outcome> = {}): Outcome {
  return {
    kind: 'success',
    timedOut: false,
    output: null,
    text: null,
    block: null,
    endsTurn: false,
    notice: null,
    noVerdict: false,
    ...parts,
  };
}

export interface Failure {
  notice: string;
  /** The notice where `onFailure: "block"` makes the failure block. */
  closedNotice?: string;
  /** What follows "failed; blocking because …"; null: nothing does. */
  detail: string | null;
  timedOut?: boolean;
  noVerdict: boolean;
  /** A blocking answer that came with the failure: its reason is used instead. */
  output?: HookOutput | null;
}

/** Everything that is neither an answer nor exit 2: open by default, closed by `onFailure: "block"`. */
export function failure(context: ReadContext, facts: Failure): Outcome {
  const { row } = context;
  const timedOut = facts.timedOut === true;
  const closes = context.onFailure === 'block' && row.honoursOnFailure && !context.background;
  if (closes) {
    const answer = blockingReason(row, facts.output ?? null);
    if (answer !== null)
      return blocked(answer, { output: facts.output ?? null, quotesHandler: false, failedClosed: true });
    const head = `${timedOut ? 'timed out' : 'failed'}; blocking because onFailure is "block"`;
    const reason = facts.detail === null ? head : `${head}\n${facts.detail}`;
    return {
      ...blocked(reason, { failedClosed: true, output: stopOnly(facts.output) }),
      timedOut,
      notice: facts.closedNotice ?? facts.notice,
    };
  }
  if (timedOut && row.timeoutBlocks) return { ...blocked('timed out'), timedOut, notice: facts.notice };
  const kind = timedOut ? 'cancelled' : 'non-blocking-error';
  return { ...success(), kind, timedOut, notice: facts.notice, noVerdict: facts.noVerdict && row.reportsNoVerdict };
}

/** After a failure, only `continue: false` is honoured. */
function stopOnly(output: HookOutput | null | undefined): HookOutput | null {
  if (output?.continue !== false) return null;
  return { continue: false, ...(output.stopReason === undefined ? {} : { stopReason: output.stopReason }) };
}

type BlockParts = Partial<Omit<Block, 'reason'>> & { output?: HookOutput | null };

export function blocked(reason: string, parts: BlockParts = {}): Outcome {
  const { output = null, quotesHandler = true, failedClosed = false } = parts;
  return { ...success(), kind: 'blocking-error', output, block: { reason, quotesHandler, failedClosed } };
}

/** Said instead of a reason the hook did not give. */
const NO_REASON = 'Blocked by hook';

/** The reason of an answer that itself blocks, else null. An inner reason goes before a top-level one. */
export function blockingReason(row: EventRow, output: HookOutput | null): string | null {
  if (output === null) return null;
  const specific = output.hookSpecificOutput ?? {};
  const denies = 'permissionDecision' in row.output && specific['permissionDecision'] === 'deny';
  if (!denies && !(row.decisionBlock && output.decision === 'block')) return null;
  const inner = denies ? specific['permissionDecisionReason'] : undefined;
  return (typeof inner === 'string' && inner) || output.reason || NO_REASON;
}

/** A hook that detaches itself has no say, unless it must not fail open and failed. */
function readAsync(run: CommandRun, context: ReadContext): Outcome {
  if (run.exitCode !== 0 && context.onFailure === 'block') {
    const closed = failure(context, {
      notice: `exit code ${run.exitCode}`,
      detail: run.stderr.trim() || NO_STDERR,
      noVerdict: false,
    });
    if (closed.kind === 'blocking-error') return closed;
  }
  return { ...success(), kind: 'async', notice: 'detached itself; its exit code and answer do not count' };
}

function readExit2(run: CommandRun, stdout: Stdout, context: ReadContext): Outcome {
  const { row } = context;
  const guarded = row.missingFileGuard === 'always' || (row.missingFileGuard === 'plugins' && context.fromPlugin);
  if (guarded && stdout.kind === 'empty' && saysFileIsMissing(run.stderr)) {
    const notice = `exit 2, but stderr says a file is missing: ${run.stderr.trim()}`;
    return { ...success(), kind: 'non-blocking-error', notice };
  }
  const output = stdout.kind === 'json' ? readable(row, stdout.output, run.exitCode) : null;
  const answer = blockingReason(row, output);
  const notice = stdout.kind === 'invalid' ? stdout.problem : null;
  if (stdout.kind === 'invalid' && stdout.wrongEvent) {
    return { ...blocked('blocked (exit 2); its output could not be processed'), notice };
  }
  if (answer !== null) return { ...blocked(answer, { output, quotesHandler: false }), notice };
  return { ...blocked(run.stderr === '' ? NO_STDERR : run.stderr, { output }), notice };
}

function readJson(run: CommandRun, stdout: Stdout & { kind: 'json' }, context: ReadContext): Outcome {
  const output = readable(context.row, stdout.output, run.exitCode);
  if (run.exitCode !== 0 && context.onFailure === 'block') {
    const detail = run.stderr.trim() || NO_STDERR;
    const closed = failure(context, { notice: `exit code ${run.exitCode}`, detail, noVerdict: false, output });
    if (closed.kind === 'blocking-error') return closed;
  }
  const ignored = stdout.ignored.length > 0 ? `keys without effect here: ${stdout.ignored.join(', ')}` : null;
  return success({ output, notice: ignored });
}

/** Some events discard the answer, and elicitations read it on exit 0 only. */
function readable(row: EventRow, output: HookOutput, exitCode: number | null): HookOutput | null {
  if (row.discardsOutput) return null;
  if (row.output['action'] === undefined || exitCode === 0) return output;
  const { hookSpecificOutput: _, ...rest } = output;
  return rest;
}

function saysFileIsMissing(stderr: string): boolean {
  return /no such file/i.test(stderr);
}

/** Codes a shell gives when it could not run the command, and signals; not the hook's own 1–125 and 128. */
function isNoVerdictExit(run: CommandRun): boolean {
  if (run.exitCode === null) return true;
  return run.exitCode === 126 || run.exitCode === 127 || run.exitCode > 128;
}
