import { defineEvent } from '../event-row.ts';

export const permissionRequest = defineEvent({
  name: 'PermissionRequest',
  neutral: 'permission-request',
  about: 'Before a permission prompt is shown, or a call that cannot prompt is refused.',
  subject: 'tool_name',
  acceptsIf: true,
  handlers: ['command', 'http', 'mcp_tool', 'prompt'],
  decidesPermission: true,
  promptBlock: 'nothing',
  blockMessage: '{reason}',
  firstAnswerWins: true,
  requiredOutput: ['decision'],
  honoursContinue: false,
  systemMessageTo: 'nobody',
  exit2: { effect: 'nothing', stderrTo: 'nobody' },
  invalidEntryDropsFile: true,
  output: { decision: 'object' },
  payload: { tool_name: 'string', tool_input: 'any', permission_suggestions: 'array?', mcp_server: 'object?' },
});
