import { defineEvent } from '../event-row.ts';
import { openOptional } from '../field.ts';

export const elicitation = defineEvent({
  name: 'Elicitation',
  about: 'When an MCP server asks the user for input.',
  subject: 'mcp_server_name',
  exit2: { effect: 'refuses', stderrTo: 'nobody' },
  decisionBlock: true,
  output: { action: ['accept', 'decline', 'cancel'], content: 'object' },
  payload: {
    mcp_server_name: 'string',
    message: 'string',
    mode: openOptional('form', 'url'),
    url: 'string?',
    elicitation_id: 'string?',
    requested_schema: 'any?',
  },
});
