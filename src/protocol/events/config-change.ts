import { defineEvent } from '../event-row.ts';
import { open } from '../field.ts';

export const configChange = defineEvent({
  name: 'ConfigChange',
  neutral: 'config-change',
  about: 'When a settings file or skill changed on disk.',
  subject: 'source',
  exit2: { effect: 'refuses', stderrTo: 'debug-log' },
  decisionBlock: true,
  payload: {
    source: open('user_settings', 'project_settings', 'local_settings', 'policy_settings', 'skills'),
    file_path: 'string?',
  },
});
