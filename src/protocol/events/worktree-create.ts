import { defineEvent } from '../event-row.ts';

export const worktreeCreate = defineEvent({
  name: 'WorktreeCreate',
  about: 'To create a worktree in place of git.',
  subject: null,
  exit2: { effect: 'refuses', stderrTo: 'user' },
  nonZeroFails: true,
  requiredOutput: ['worktreePath'],
  output: { worktreePath: 'string' },
  payload: { name: 'string' },
});
