import type { Handler } from '../../protocol/handler.ts';
import { runAgent } from './agent/index.ts';
import { runCommand } from './command/index.ts';
import type { HandlerRun, RunContext } from './handler-run.ts';
import { runHttp } from './http/index.ts';
import { runMcpTool } from './mcp-tool/index.ts';
import { runPrompt } from './prompt/index.ts';

/** One folder per handler type; this is the only place that knows them all. */
export function runHandler(handler: Handler, context: RunContext): Promise<HandlerRun> {
  switch (handler.type) {
    case 'command':
      return runCommand(handler, context);
    case 'http':
      return runHttp(handler, context);
    case 'prompt':
      return runPrompt(handler, context);
    case 'agent':
      return runAgent(handler, context);
    case 'mcp_tool':
      return runMcpTool(handler, context);
  }
}
