import { defineEvent } from '../event-row.ts';
import { open } from '../field.ts';

export const fileChanged = defineEvent({
  name: 'FileChanged',
  about: 'When a watched file changed.',
  subject: 'file_path',
  subjectForm: 'basename',
  narrowMatcher: true,
  exit2: { effect: 'notice', stderrTo: 'user' },
  output: { watchPaths: 'array' },
  payload: { file_path: 'string', event: open('change', 'add', 'unlink') },
});
