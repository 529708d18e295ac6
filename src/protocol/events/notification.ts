import { defineEvent } from '../event-row.ts';

export const notification = defineEvent({
  name: 'Notification',
  neutral: 'notification',
  about: 'When the client notifies the user.',
  subject: 'notification_type',
  exit2: { effect: 'nothing', stderrTo: 'nobody' },
  discardsOutput: true,
  output: { additionalContext: 'string' },
  payload: { message: 'string', title: 'string?', notification_type: 'string' },
});
