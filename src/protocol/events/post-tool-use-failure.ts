import { ALL_HANDLERS, defineEvent } from '../event-row.ts';

export const postToolUseFailure = defineEvent({
  name: 'PostToolUseFailure',
  neutral: 'after-tool',
  about: 'After a tool call failed.',
  subject: 'tool_name',
  acceptsIf: true,
  handlers: ALL_HANDLERS,
  blockMessage: '{hook} hook blocking error from command: "{handler}": {reason}',
  honoursContinue: false,
  exit2: { effect: 'feedback', stderrTo: 'model' },
  decisionBlock: true,
  output: { additionalContext: 'string' },
  payload: {
    tool_name: 'string',
    tool_input: 'any',
    tool_use_id: 'string?',
    error: 'string',
    is_interrupt: 'boolean?',
    duration_ms: 'number?',
    mcp_server: 'object?',
  },
});
