/**
 * The part of the client's mods interface that is used here, as seen on 2.1.325. The client writes the whole of it to `.claude-plugin/types/`.
 * @internal
 */
export interface ModEngine {
  session: { id: () => Promise<string>; cwd: () => Promise<string> };
  clock: { now: () => Promise<number> };
  fs: {
    read: (path: string) => Promise<string>;
    stat: (path: string) => Promise<{ kind: 'file' | 'dir' | 'other'; size: number; mtimeMs: number }>;
  };
  ui: { log: (text: string) => void };
}

interface ToolCheck {
  tool: string;
  input: unknown;
  tool_use_id?: string;
  agentId?: string;
}

/** @internal */
export interface ToolVerdict {
  decision: 'allow' | 'ask' | 'deny';
  reason?: string;
}

/** @internal */
export type ToolCheckHook = (
  $: ModEngine,
  e: ToolCheck,
  next: (e: ToolCheck) => Promise<ToolVerdict>,
) => Promise<ToolVerdict>;

export type On = (event: 'tool.check', hook: ToolCheckHook) => void;
