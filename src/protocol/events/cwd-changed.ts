import { defineEvent } from '../event-row.ts';

export const cwdChanged = defineEvent({
  name: 'CwdChanged',
  about: 'When a shell command moved the working directory.',
  subject: null,
  exit2: { effect: 'notice', stderrTo: 'user' },
  output: { watchPaths: 'array' },
  payload: { old_cwd: 'string', new_cwd: 'string' },
});
