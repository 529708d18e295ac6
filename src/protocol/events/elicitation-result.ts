import { defineEvent } from '../event-row.ts';
import { open, openOptional } from '../field.ts';

export const elicitationResult = defineEvent({
  name: 'ElicitationResult',
  about: 'When the user answered an MCP server.',
  subject: 'mcp_server_name',
  exit2: { effect: 'refuses', stderrTo: 'nobody' },
  decisionBlock: true,
  output: { action: ['accept', 'decline', 'cancel'], content: 'object' },
  payload: {
    mcp_server_name: 'string',
    action: open('accept', 'decline', 'cancel'),
    mode: openOptional('form', 'url'),
    elicitation_id: 'string?',
    content: 'any?',
  },
});
