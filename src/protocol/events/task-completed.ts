import { ALL_HANDLERS, defineEvent } from '../event-row.ts';

export const taskCompleted = defineEvent({
  name: 'TaskCompleted',
  about: 'When a task is marked complete.',
  subject: null,
  handlers: ALL_HANDLERS,
  exit2: { effect: 'refuses', stderrTo: 'model' },
  honoursOnFailure: false,
  missingFileGuard: 'always',
  payload: {
    task_id: 'string',
    task_subject: 'string',
    task_description: 'string?',
    teammate_name: 'string?',
    team_name: 'string?',
    agent_id: 'string?',
  },
});
