import { defineEvent } from '../event-row.ts';
import { open } from '../field.ts';

export const setup = defineEvent({
  name: 'Setup',
  about: 'On `--init` and `--maintenance` runs.',
  subject: 'trigger',
  handlers: ['command'],
  exit2: { effect: 'nothing', stderrTo: 'nobody' },
  discardsOutput: true,
  output: { additionalContext: 'string' },
  payload: { trigger: open('init', 'maintenance') },
});
