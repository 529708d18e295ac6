import { defineEvent } from '../event-row.ts';
import { open } from '../field.ts';

export const sessionEnd = defineEvent({
  name: 'SessionEnd',
  neutral: 'session-end',
  about: 'When a session ends.',
  subject: 'reason',
  blockMessage: 'SessionEnd hook [{handler}] failed: {bare}',
  exit2: { effect: 'notice', stderrTo: 'user' },
  discardsOutput: true,
  timeouts: { command: 1.5, http: 1.5, mcp_tool: 1.5, prompt: 1.5, agent: 1.5 },
  payload: { reason: open('clear', 'resume', 'logout', 'prompt_input_exit', 'other') },
});
