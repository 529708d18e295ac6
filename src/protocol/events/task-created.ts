import { ALL_HANDLERS, defineEvent } from '../event-row.ts';

export const taskCreated = defineEvent({
  name: 'TaskCreated',
  about: 'When a task is created.',
  subject: null,
  handlers: ALL_HANDLERS,
  exit2: { effect: 'refuses', stderrTo: 'model' },
  decisionBlock: true,
  honoursContinue: false,
  payload: {
    task_id: 'string',
    task_subject: 'string',
    task_description: 'string?',
    teammate_name: 'string?',
    team_name: 'string?',
    agent_id: 'string?',
  },
});
