import type { Capabilities } from '../../protocol/agent/capabilities.ts';

export const CAPABILITIES: Capabilities = {
  package: '@anthropic-ai/claude-code',
  program: 'claude',
  version: '2.1.325',
  evidence: 'driven',
  deny: 'blocks',
  ask: { interactive: 'asks', headless: 'denies' },
  rewrite: 'full',
  reason: 'model',
  context: ['session-start', 'prompt', 'before-tool', 'after-tool', 'subagent-start', 'notification'],
  prompt: 'blocks',
  stop: { held: true, limit: 8 },
  crash: 'refused',
  hang: 'refused',
  afterTool: 'in-order',
  notes: ['Before 2.1.295 a hook that crashes lets the call through.'],
};
