import type { AgentEvent } from '../agent-event.ts';

const KINDS: readonly string[] = ['shell', 'write', 'edit', 'patch', 'fetch'];

/** Of a call that could not be read: it may run, write or fetch something, or its tool is unknown. */
export function isRiskyTool(tool: AgentEvent['tool']): boolean {
  return tool === null || KINDS.includes(tool.kind);
}
