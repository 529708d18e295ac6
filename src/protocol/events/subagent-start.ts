import { defineEvent } from '../event-row.ts';

export const subagentStart = defineEvent({
  name: 'SubagentStart',
  neutral: 'subagent-start',
  about: 'When a subagent is spawned or resumed.',
  subject: 'agent_type',
  joinsContext: true,
  honoursContinue: false,
  exit2: { effect: 'nothing', stderrTo: 'nobody' },
  output: { additionalContext: 'string' },
  payload: { agent_id: 'string', agent_type: 'string' },
});
