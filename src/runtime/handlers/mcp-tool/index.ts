import type { McpToolHandler } from '../../../protocol/handler.ts';
import { readCommandRun } from '../../../protocol/outcome.ts';
import { beforeDeadline, endRun, failedRun, LATE, readContext, type RunHandler, timedOutRun } from '../handler-run.ts';
import { callTool, type ToolAnswer } from './call-tool.ts';
import { fillInput } from './fill-input.ts';
import { readServer } from './server-entry.ts';

/** Connects, calls one tool, closes. Its text is read like the stdout of a command that exited with 0. */
export const runMcpTool: RunHandler<McpToolHandler> = async (handler, context) => {
  const started = performance.now();
  const found = readServer(handler.server, context);
  const answer = found.ok ? await ask() : { notConnected: found.problem };
  if (answer === LATE) return endRun(started, timedOutRun(handler, context));
  if ('text' in answer) {
    const { text } = answer;
    const run = { exitCode: 0, signal: null, stdout: text, stderr: '', timedOut: false, startError: null };
    // Observed: unlike a command's, its plain text is context nowhere.
    const outcome = { ...readCommandRun(run, readContext(handler, context)), text: null };
    return endRun(started, outcome, { exitCode: 0, stdout: text });
  }
  const detail = 'problem' in answer ? answer.problem : `MCP server '${handler.server}' not connected`;
  const notice = 'problem' in answer ? detail : `${detail}: ${answer.notConnected}`;
  const outcome = failedRun(handler, context, { notice, detail, noVerdict: true });
  const stdout = 'toolFailed' in answer ? detail : '';
  return endRun(started, outcome, { exitCode: 1, stdout, stderr: detail });

  async function ask(): Promise<ToolAnswer | typeof LATE> {
    if (!found.ok) return { notConnected: found.problem };
    const closing: (() => Promise<void>)[] = [];
    try {
      const call = {
        server: found.server,
        tool: handler.tool,
        input: fillInput(handler.input ?? {}, context.payload),
        connectMs: connectLimit(context.env),
        onOpen: (close: () => Promise<void>) => closing.push(close),
      };
      return await beforeDeadline(context, (signal) => callTool(call, signal));
    } finally {
      // Not part of the time limit: a server that is left behind would be worse than a late answer.
      for (const close of closing) await close();
    }
  }
};

const CONNECT_MS = 30_000;

function connectLimit(env: Readonly<Record<string, string>>): number {
  const milliseconds = Number(env['MCP_TIMEOUT']);
  return milliseconds > 0 ? milliseconds : CONNECT_MS;
}
