import { ALL_HANDLERS, defineEvent } from '../event-row.ts';

export const postToolUse = defineEvent({
  name: 'PostToolUse',
  neutral: 'after-tool',
  about: 'After a tool call succeeded.',
  subject: 'tool_name',
  acceptsIf: true,
  handlers: ALL_HANDLERS,
  promptBlock: 'ends-turn-unless-continued',
  blockMessage: '{hook} hook blocking error from command: "{handler}": {reason}',
  managedPhase: 'last',
  exit2: { effect: 'feedback', stderrTo: 'model' },
  decisionBlock: true,
  output: {
    additionalContext: 'string',
    classifierContext: 'string',
    updatedToolOutput: 'any',
    updatedMCPToolOutput: 'any',
  },
  payload: {
    tool_name: 'string',
    tool_input: 'any',
    tool_response: 'any',
    tool_use_id: 'string?',
    duration_ms: 'number?',
    mcp_server: 'object?',
  },
});
