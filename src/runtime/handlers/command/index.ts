import { success } from '../../../protocol/outcome.ts';
import { readCommandRun } from '../../../protocol/outcome.ts';
import { encodePayload } from '../../../protocol/payload/payload.ts';
import type { CommandHandler } from '../../../protocol/handler.ts';
import { type ProcessResult, runProcess } from '../../../system/node/process.ts';
import { type HandlerRun, type ProcessStart, readContext, type RunContext, type RunHandler } from '../handler-run.ts';
import { hookEnvironment } from './environment.ts';
import { launchOf } from './launch.ts';
import { worktreeOutput, worktreeRemoval } from './worktree.ts';

/** Starts the command, feeds it the payload, and reads what comes back. */
export const runCommand: RunHandler<CommandHandler> = async (handler, context) => {
  const launch = launchOf(handler, context);
  if ('problem' in launch) return describe(handler, context, notStarted(launch.problem));
  const detach = handler.async === true || (handler.asyncRewake === true && !context.oneShot);
  let announce: (line: string) => void = () => undefined;
  const announced = new Promise<'async'>((resolve) => {
    announce = (line) => {
      if (saysAsync(line)) resolve('async');
    };
  });
  const start: ProcessStart = {
    file: launch.file,
    args: launch.args,
    cwd: context.cwd,
    env: hookEnvironment(context, launch.env),
    stdin: encodePayload(context.payload),
  };
  const running = runProcess({
    ...(context.start?.(start) ?? start),
    // Background hooks are not held to their timeout once detached; only the agent's end stops them.
    timeoutMs: handler.async === true ? Number.MAX_SAFE_INTEGER : context.timeoutMs,
    onFirstLine: announce,
    ...(context.signal === undefined ? {} : { signal: context.signal }),
  }).then((result) => describe(handler, context, result));
  if (detach) return inBackground(running);
  const first = await Promise.race([running, announced]);
  if (first !== 'async') return first;
  // A hook that must not fail open gets a moment to fail before it is let go.
  const failed = handler.onFailure === 'block' ? await Promise.race([running, moment()]) : null;
  return failed ?? inBackground(running);
};

const MOMENT_MS = 250;

function moment(): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, MOMENT_MS, null).unref());
}

/** A hook may detach itself by printing `{"async": true}` as its first line. */
function saysAsync(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && (value as Record<string, unknown>)['async'] === true;
  } catch {
    return false;
  }
}

function inBackground(background: Promise<HandlerRun>): HandlerRun {
  const outcome = { ...success(), kind: 'async' as const };
  return { outcome, exitCode: null, signal: null, status: null, stdout: '', stderr: '', durationMs: 0, background };
}

function describe(handler: CommandHandler, context: RunContext, result: ProcessResult): HandlerRun {
  const { exitCode, signal, stdout, durationMs } = result;
  let outcome = result.aborted ? NOT_AWAITED : readCommandRun(result, readContext(handler, context));
  if (result.truncated) outcome = { ...outcome, notice: outcome.notice ?? 'output was cut at 8 MiB' };
  if (context.row.output['worktreePath'] !== undefined) outcome = worktreeOutput(outcome, context);
  if (context.row.payload['worktree_path'] !== undefined) outcome = worktreeRemoval(outcome, context);
  return { outcome, exitCode, signal, status: null, stdout, stderr: result.startError ?? result.stderr, durationMs };
}

const NOT_AWAITED = { ...success(), kind: 'cancelled', notice: 'ended: the agent does not wait for it' } as const;

function notStarted(problem: string): ProcessResult {
  const nothing = { exitCode: null, signal: null, stdout: '', stderr: '', timedOut: false, durationMs: 0 };
  return { ...nothing, startError: problem, truncated: false, aborted: false };
}
