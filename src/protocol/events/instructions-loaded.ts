import { defineEvent } from '../event-row.ts';
import { open } from '../field.ts';

export const instructionsLoaded = defineEvent({
  name: 'InstructionsLoaded',
  about: 'When an instructions file was loaded; observational.',
  subject: 'load_reason',
  exit2: { effect: 'nothing', stderrTo: 'nobody' },
  discardsOutput: true,
  payload: {
    file_path: 'string',
    memory_type: open('User', 'Project', 'Local', 'Managed'),
    load_reason: open('session_start', 'nested_traversal', 'path_glob_match', 'include', 'compact'),
    globs: 'array?',
    trigger_file_path: 'string?',
    parent_file_path: 'string?',
  },
});
