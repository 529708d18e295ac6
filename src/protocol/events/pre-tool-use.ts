import { ALL_HANDLERS, defineEvent } from '../event-row.ts';

export const preToolUse = defineEvent({
  name: 'PreToolUse',
  neutral: 'before-tool',
  about: 'Before a tool call, in every permission mode.',
  subject: 'tool_name',
  acceptsIf: true,
  handlers: ALL_HANDLERS,
  decidesPermission: true,
  promptBlock: 'ends-turn-unless-continued',
  joinsContext: true,
  reportsNoVerdict: true,
  exit2: { effect: 'refuses', stderrTo: 'model' },
  decisionBlock: true,
  invalidEntryDropsFile: true,
  output: {
    permissionDecision: ['allow', 'deny', 'ask', 'defer'],
    permissionDecisionReason: 'string',
    updatedInput: 'object',
    additionalContext: 'string',
  },
  payload: { tool_name: 'string', tool_input: 'any', tool_use_id: 'string?', mcp_server: 'object?' },
});
