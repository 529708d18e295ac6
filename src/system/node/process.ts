import { type ChildProcess, spawn } from 'node:child_process';
import type { CommandRun } from '../../protocol/outcome.ts';
import { killGroup } from './process-group.ts';
import { capped } from './capped-text.ts';

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

/** Runs one process in a new session and leaves nothing of its group behind. Never rejects. */
export function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  const started = performance.now();
  return new Promise((resolve) => {
    const stdout = capped(request.maxBytes ?? MAX_BYTES, request.onFirstLine);
    const stderr = capped(request.maxBytes ?? MAX_BYTES);
    let timedOut = false;
    let aborted = false;
    let exit: { code: number | null; signal: string | null } | null = null;
    let settled = false;
    const timers: NodeJS.Timeout[] = [];

    const finish = (startError: string | null): void => {
      if (settled) return;
      settled = true;
      timers.forEach(clearTimeout);
      request.signal?.removeEventListener('abort', abort);
      if (child?.pid !== undefined) killGroup(child.pid, 'SIGKILL');
      child?.stdout?.destroy();
      child?.stderr?.destroy();
      resolve({
        exitCode: exit?.code ?? null,
        signal: exit?.signal ?? null,
        stdout: stdout.text(),
        stderr: stderr.text(),
        timedOut: timedOut && !aborted,
        aborted,
        startError,
        durationMs: Math.round(performance.now() - started),
        truncated: stdout.truncated() || stderr.truncated(),
      });
    };

    const abort = (): void => {
      aborted = true;
      end();
    };

    // In a turn of the event loop timers come first: a process that did not run for a while reads what is waiting before it says "too late".
    const drain = (turns: number): void => {
      const before = stdout.seen() + stderr.seen();
      setImmediate(() => {
        if (stdout.seen() + stderr.seen() === before || turns === 0) finish(null);
        else drain(turns - 1);
      });
    };
    const endIfRunning = (): void => {
      setImmediate(() => {
        if (exit === null && !settled) end();
      });
    };

    const end = (): void => {
      timedOut = true;
      if (child?.pid === undefined) return finish(null);
      killGroup(child.pid, 'SIGTERM');
      timers.push(setTimeout(() => finish(null), request.graceMs ?? GRACE_MS));
    };

    let child: ChildProcess | undefined;
    try {
      child = spawn(request.file, request.args, {
        cwd: request.cwd,
        env: request.env,
        detached: true,
        stdio: ['pipe', 'pipe', 'pipe'],
        windowsHide: true,
      });
    } catch (error) {
      return finish((error as Error).message);
    }
    child.once('error', (error) => finish(error.message));
    // A hook may end without reading its input: EPIPE is not an error of ours.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(request.stdin);
    child.stdout?.on('data', stdout.push);
    child.stderr?.on('data', stderr.push);
    child.stdout?.on('error', () => undefined);
    child.stderr?.on('error', () => undefined);
    child.once('exit', (code, signal) => {
      exit = { code, signal };
      timers.push(setTimeout(drain, DRAIN_MS, MOST_DRAINING));
    });
    child.once('close', () => finish(null));
    timers.push(setTimeout(endIfRunning, Math.min(request.timeoutMs, LONGEST_TIMER)));
    if (request.signal?.aborted) abort();
    else request.signal?.addEventListener('abort', abort, { once: true });
  });
}
