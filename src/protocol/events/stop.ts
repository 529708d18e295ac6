import { ALL_HANDLERS, defineEvent } from '../event-row.ts';

export const stop = defineEvent({
  name: 'Stop',
  neutral: 'stop',
  about: 'When the agent has finished its response, once per turn.',
  subject: null,
  handlers: ALL_HANDLERS,
  blockMessage: 'Stop hook feedback:\n{reason}',
  exit2: { effect: 'keeps-going', stderrTo: 'model' },
  decisionBlock: true,
  honoursOnFailure: false,
  missingFileGuard: 'always',
  output: { additionalContext: 'string' },
  payload: {
    stop_hook_active: 'boolean',
    last_assistant_message: 'string?',
    background_tasks: 'array?',
    session_crons: 'array?',
  },
});
