import { ALL_HANDLERS, defineEvent } from '../event-row.ts';

export const teammateIdle = defineEvent({
  name: 'TeammateIdle',
  about: 'When a teammate is about to go idle.',
  subject: null,
  handlers: ALL_HANDLERS,
  promptBlock: 'ends-turn-unless-continued',
  exit2: { effect: 'keeps-going', stderrTo: 'teammate' },
  honoursOnFailure: false,
  payload: { teammate_name: 'string', team_name: 'string?', agent_id: 'string?' },
});
