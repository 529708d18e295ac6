/** A handler as written in a settings file, after its entry was found valid. Unknown keys are kept. */
export type Handler = CommandHandler | HttpHandler | McpToolHandler | PromptHandler | AgentHandler;

export const HANDLER_TYPES = ['command', 'http', 'mcp_tool', 'prompt', 'agent'] as const;
export type HandlerType = (typeof HANDLER_TYPES)[number];

interface CommonFields {
  if?: string;
  /** Seconds, not milliseconds. */
  timeout?: number;
  statusMessage?: string;
  /** Honoured in skill frontmatter only. */
  once?: boolean;
}

export type OnFailure = 'continue' | 'block';

export interface CommandHandler extends CommonFields {
  type: 'command';
  command: string;
  /** Present, even empty: exec form, no shell. */
  args?: string[];
  shell?: 'bash' | 'powershell';
  async?: boolean;
  asyncRewake?: boolean;
  onFailure?: OnFailure;
}

export interface HttpHandler extends CommonFields {
  type: 'http';
  url: string;
  headers?: Record<string, string>;
  allowedEnvVars?: string[];
  onFailure?: OnFailure;
}

export interface McpToolHandler extends CommonFields {
  type: 'mcp_tool';
  server: string;
  tool: string;
  input?: Record<string, unknown>;
}

export interface PromptHandler extends CommonFields {
  type: 'prompt';
  prompt: string;
  model?: string;
  continueOnBlock?: boolean;
}

export interface AgentHandler extends CommonFields {
  type: 'agent';
  prompt: string;
  model?: string;
}

/** The text the client puts into brackets when it quotes a handler: the raw command, URL or prompt, unexpanded. */
export function handlerLabel(handler: Handler): string {
  switch (handler.type) {
    case 'command':
      return [handler.command, ...(handler.args ?? [])].join(' ');
    case 'http':
      return handler.url;
    case 'mcp_tool':
      return `${handler.server}/${handler.tool}`;
    case 'prompt':
    case 'agent':
      return handler.prompt;
  }
}
