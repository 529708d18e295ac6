import { type ChildProcess, spawn } from 'node:child_process';
import type { CommandRun } from '../../protocol/outcome.ts';
import { killGroup } from './process-group.ts';
import { capped, type CappedText } from './capped-text.ts';

export interface ProcessRequest {
  file: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  stdin: string;
  /** Milliseconds; the group gets TERM, and KILL after the grace. */
  timeoutMs: number;
  graceMs?: number;
  /** Bytes kept of each stream; what follows is read and dropped, so the writer never blocks. */
  maxBytes?: number;
  /** Called with the first line of stdout, perhaps before it is complete. */
  onFirstLine?: (line: string) => void;
  /** Ends the run early, as a timeout does. */
  signal?: AbortSignal;
}

export interface ProcessResult extends CommandRun {
  /** Ended because no caller waits for it any more, not because it was late. */
  aborted: boolean;
  durationMs: number;
  truncated: boolean;
}

/** How long output may arrive after the exit: an orphan that inherited stdout must not hold us. */
const DRAIN_MS = 500;
/** … nor may one that writes without end. */
const MOST_DRAINING = 64;
const GRACE_MS = 1500;
const MAX_BYTES = 8 * 1024 * 1024;
/** setTimeout overflows above this and would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** One run, from its start to its result. */
interface Run {
  request: ProcessRequest;
  startedAt: number;
  /** Undefined where it could not be started. */
  child: ChildProcess | undefined;
  stdout: CappedText;
  stderr: CappedText;
  exit: { code: number | null; signal: string | null } | null;
  timedOut: boolean;
  aborted: boolean;
  isSettled: boolean;
  timers: NodeJS.Timeout[];
  onAbort: () => void;
  resolve: (result: ProcessResult) => void;
}

/** Runs one process in a new session and leaves nothing of its group behind. Never rejects. */
export function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const run: Run = {
      request,
      startedAt,
      child: undefined,
      stdout: capped(request.maxBytes ?? MAX_BYTES, request.onFirstLine),
      stderr: capped(request.maxBytes ?? MAX_BYTES),
      exit: null,
      timedOut: false,
      aborted: false,
      isSettled: false,
      timers: [],
      onAbort: () => abort(run),
      resolve,
    };
    try {
      run.child = spawn(request.file, request.args, {
        cwd: request.cwd,
        env: request.env,
        detached: true,
        stdio: ['pipe', 'pipe', 'pipe'],
        windowsHide: true,
      });
    } catch (error) {
      return finish(run, (error as Error).message);
    }
    follow(run, run.child);
    run.timers.push(setTimeout(endIfRunning, Math.min(request.timeoutMs, LONGEST_TIMER), run));
    if (request.signal?.aborted) abort(run);
    else request.signal?.addEventListener('abort', run.onAbort, { once: true });
  });
}

/** Writes the input, collects the output, and waits for the end. */
function follow(run: Run, child: ChildProcess): void {
  child.once('error', (error) => finish(run, error.message));
  // A hook may end without reading its input: EPIPE is not an error of ours.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(run.request.stdin);
  child.stdout?.on('data', run.stdout.push);
  child.stderr?.on('data', run.stderr.push);
  child.stdout?.on('error', () => undefined);
  child.stderr?.on('error', () => undefined);
  child.once('exit', (code, signal) => {
    run.exit = { code, signal };
    run.timers.push(setTimeout(drain, DRAIN_MS, run, MOST_DRAINING));
  });
  child.once('close', () => finish(run, null));
}

// In a turn of the event loop timers come first: a process that did not run for a while reads what is waiting before it says "too late".
function drain(run: Run, turns: number): void {
  const seen = () => run.stdout.seen() + run.stderr.seen();
  const before = seen();
  setImmediate(() => {
    if (seen() === before || turns === 0) finish(run, null);
    else drain(run, turns - 1);
  });
}

function endIfRunning(run: Run): void {
  setImmediate(() => {
    if (run.exit === null && !run.isSettled) end(run);
  });
}

function abort(run: Run): void {
  run.aborted = true;
  end(run);
}

function end(run: Run): void {
  const { child, request } = run;
  run.timedOut = true;
  if (child?.pid === undefined) return finish(run, null);
  killGroup(child.pid, 'SIGTERM');
  run.timers.push(setTimeout(() => finish(run, null), request.graceMs ?? GRACE_MS));
}

function finish(run: Run, startError: string | null): void {
  if (run.isSettled) return;
  run.isSettled = true;
  const { child, exit, stdout, stderr, timedOut, aborted } = run;
  run.timers.forEach(clearTimeout);
  run.request.signal?.removeEventListener('abort', run.onAbort);
  if (child?.pid !== undefined) killGroup(child.pid, 'SIGKILL');
  child?.stdout?.destroy();
  child?.stderr?.destroy();
  run.resolve({
    exitCode: exit?.code ?? null,
    signal: exit?.signal ?? null,
    stdout: stdout.text(),
    stderr: stderr.text(),
    timedOut: timedOut && !aborted,
    aborted,
    startError,
    durationMs: Math.round(performance.now() - run.startedAt),
    truncated: stdout.truncated() || stderr.truncated(),
  });
}
