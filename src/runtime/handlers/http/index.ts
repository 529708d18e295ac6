import type { HttpHandler } from '../../../protocol/handler.ts';
import { type Outcome, readCommandRun, success } from '../../../protocol/outcome.ts';
import { classifyStdout } from '../../../protocol/stdout.ts';
import {
  beforeDeadline,
  endRun,
  failedRun,
  LATE,
  readContext,
  type RunContext,
  type RunHandler,
  timedOutRun,
} from '../handler-run.ts';
import { fillHeaders } from './headers.ts';
import { post } from './post.ts';

export { isUrlAllowed } from './url-allowed.ts';

/** POSTs the payload. A status alone never blocks: only a JSON answer, or `onFailure: "block"`, does. */
export const runHttp: RunHandler<HttpHandler> = async (handler, context) => {
  const started = performance.now();
  const headers = fillHeaders(handler, context);
  const body = JSON.stringify(context.payload);
  const reply = await beforeDeadline(context, (signal) => post({ url: handler.url, headers, body, signal }));
  if (reply === LATE) return endRun(started, timedOutRun(handler, context));
  const { status, problem } = reply;
  if (problem !== null) return endRun(started, fail(handler, context, problem), { status, stderr: problem });
  const read = readBody(handler, context, reply.body);
  return endRun(started, read.outcome, { status, stdout: reply.body, stderr: read.problem ?? '' });
};

/** As stdout is read, except that text is a failure and never context. */
function readBody(
  handler: HttpHandler,
  context: RunContext,
  body: string,
): { outcome: Outcome; problem: string | null } {
  const stdout = classifyStdout(context.row, body);
  if (stdout.kind === 'empty') return { outcome: success(), problem: null };
  if (stdout.kind === 'json' || stdout.kind === 'async') {
    const run = { exitCode: 0, signal: null, stdout: body, stderr: '', timedOut: false, startError: null };
    return { outcome: readCommandRun(run, readContext(handler, context)), problem: null };
  }
  const problem =
    stdout.kind === 'invalid'
      ? `HTTP hook must return valid JSON: ${stdout.problem}`
      : `HTTP hook must return JSON, but got non-JSON response body: ${shorten(stdout.text)}`;
  return { outcome: fail(handler, context, problem), problem };
}

function fail(handler: HttpHandler, context: RunContext, problem: string): Outcome {
  return failedRun(handler, context, { notice: problem, detail: problem, noVerdict: true });
}

const QUOTED = 500;

function shorten(text: string): string {
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
}
