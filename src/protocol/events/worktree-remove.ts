import { defineEvent } from '../event-row.ts';

export const worktreeRemove = defineEvent({
  name: 'WorktreeRemove',
  about: 'To remove a worktree that a WorktreeCreate hook made.',
  subject: null,
  exit2: { effect: 'refuses', stderrTo: 'debug-log' },
  nonZeroFails: true,
  discardsOutput: true,
  payload: { worktree_path: 'string' },
});
