import { ALL_HANDLERS, defineEvent } from '../event-row.ts';
import { open } from '../field.ts';

export const userPromptExpansion = defineEvent({
  name: 'UserPromptExpansion',
  about: 'When a typed slash command or MCP prompt is expanded.',
  subject: 'command_name',
  namedBySubject: false,
  handlers: ALL_HANDLERS,
  promptBlock: 'ends-turn',
  stopPreventsAction: true,
  blockMessage: '{hook} operation blocked by hook:\n{reason}{original}',
  exit2: { effect: 'refuses', stderrTo: 'user' },
  decisionBlock: true,
  plainTextIsContext: true,
  output: { additionalContext: 'string', suppressOriginalPrompt: 'boolean' },
  payload: {
    expansion_type: open('slash_command', 'mcp_prompt'),
    command_name: 'string',
    command_args: 'string',
    command_source: 'string?',
    prompt: 'string',
  },
});
