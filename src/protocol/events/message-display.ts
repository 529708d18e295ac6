import { defineEvent, seconds } from '../event-row.ts';

export const messageDisplay = defineEvent({
  name: 'MessageDisplay',
  about: 'When assistant text is shown.',
  subject: null,
  exit2: { effect: 'notice', stderrTo: 'debug-log' },
  timeouts: seconds(10),
  output: { displayContent: 'string' },
  payload: { turn_id: 'string', message_id: 'string', index: 'number', final: 'boolean', delta: 'string' },
});
