import { defineEvent } from '../event-row.ts';
import { open } from '../field.ts';

export const postCompact = defineEvent({
  name: 'PostCompact',
  neutral: 'after-compact',
  about: 'After the conversation was compacted.',
  subject: 'trigger',
  exit2: { effect: 'notice', stderrTo: 'user' },
  honoursContinue: false,
  systemMessageTo: 'nobody',
  payload: { trigger: open('manual', 'auto'), compact_summary: 'string' },
});
