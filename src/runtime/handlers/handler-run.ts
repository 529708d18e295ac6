import type { EventRow } from '../../protocol/event-row.ts';
import type { Handler } from '../../protocol/handler.ts';
import type { Outcome, ReadContext } from '../../protocol/outcome.ts';
import type { Payload } from '../../protocol/payload.ts';
import type { Judge } from './judge.ts';

/** Where a handler was registered, and what that place brings along. */
export interface HandlerOrigin {
  source: 'user' | 'project' | 'local' | 'flag' | 'managed' | 'plugin' | 'skill' | 'agent';
  plugin?: { name: string; root: string; data: string };
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
  /** Marks every process of this firing, so that strays can be found. */
  fireId: string;
  /** `httpHookAllowedEnvVars` of the settings; undefined: no such limit. */
  httpAllowedEnvVars: readonly string[] | undefined;
  /** Answers `prompt` and `agent` handlers; undefined: the Anthropic SDK with the environment's key. */
  judge: Judge | undefined;
  /** MCP servers by name, as in `.mcp.json`. */
  mcpServers: Readonly<Record<string, unknown>>;
  /** The conversation so far, for prompt handlers on Stop; undefined when the caller has none. */
  signal?: AbortSignal;
}

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
    onFailure: 'onFailure' in handler ? handler.onFailure : undefined,
    background: command?.async === true || command?.asyncRewake === true,
    fromPlugin: context.origin.source === 'plugin',
  };
}
