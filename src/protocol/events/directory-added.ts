import { defineEvent } from '../event-row.ts';
import { open } from '../field.ts';

export const directoryAdded = defineEvent({
  name: 'DirectoryAdded',
  about: 'When a working directory was added.',
  subject: 'source',
  exit2: { effect: 'nothing', stderrTo: 'debug-log' },
  systemMessageTo: 'model',
  payload: { directory: 'string', source: open('slash_command', 'register_repo_root') },
});
