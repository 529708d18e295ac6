import { defineEvent } from '../event-row.ts';
import { open } from '../field.ts';

export const sessionStart = defineEvent({
  name: 'SessionStart',
  neutral: 'session-start',
  about: 'When a session starts, resumes, is cleared, compacted or forked.',
  subject: 'source',
  handlers: ['command', 'mcp_tool'],
  beforeMcp: ['startup', 'resume'],
  joinsContext: true,
  honoursContinue: false,
  systemMessageTo: 'nobody',
  exit2: { effect: 'notice', stderrTo: 'user' },
  plainTextIsContext: true,
  output: {
    additionalContext: 'string',
    initialUserMessage: 'string',
    sessionTitle: 'string',
    watchPaths: 'array',
    reloadSkills: 'boolean',
  },
  payload: {
    source: open('startup', 'resume', 'clear', 'compact', 'fork'),
    model: 'string?',
    agent_type: 'string?',
    session_title: 'string?',
    seconds_since_last_response: 'number?',
    context_tokens: 'number?',
    prompt_cache_likely_expired: 'boolean?',
    estimated_cache_write_usd: 'number?',
  },
});
