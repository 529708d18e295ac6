import { ALL_HANDLERS, defineEvent } from '../event-row.ts';

export const subagentStop = defineEvent({
  name: 'SubagentStop',
  neutral: 'subagent-stop',
  about: 'When a subagent has finished.',
  subject: 'agent_type',
  namedBySubject: false,
  handlers: ALL_HANDLERS,
  blockMessage: 'Stop hook feedback:\n{reason}',
  exit2: { effect: 'keeps-going', stderrTo: 'subagent' },
  decisionBlock: true,
  honoursOnFailure: false,
  missingFileGuard: 'always',
  output: { additionalContext: 'string' },
  payload: {
    stop_hook_active: 'boolean',
    agent_id: 'string',
    agent_type: 'string',
    agent_transcript_path: 'string?',
    last_assistant_message: 'string?',
    background_tasks: 'array?',
    session_crons: 'array?',
  },
});
