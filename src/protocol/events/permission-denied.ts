import { ALL_HANDLERS, defineEvent } from '../event-row.ts';

export const permissionDenied = defineEvent({
  name: 'PermissionDenied',
  about: 'After the auto-mode classifier refused a call.',
  subject: 'tool_name',
  acceptsIf: true,
  handlers: ALL_HANDLERS,
  promptBlock: 'nothing',
  exit2: { effect: 'nothing', stderrTo: 'nobody' },
  output: { retry: 'boolean' },
  payload: { tool_name: 'string', tool_input: 'any', tool_use_id: 'string?', reason: 'string', mcp_server: 'object?' },
});
