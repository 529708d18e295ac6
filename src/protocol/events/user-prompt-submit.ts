import { ALL_HANDLERS, defineEvent, seconds } from '../event-row.ts';
import { openOptional } from '../field.ts';

export const userPromptSubmit = defineEvent({
  name: 'UserPromptSubmit',
  neutral: 'prompt',
  about: 'When a prompt was submitted, before the model sees it.',
  subject: null,
  handlers: ALL_HANDLERS,
  promptBlock: 'ends-turn',
  stopPreventsAction: true,
  blockMessage: '{hook} operation blocked by hook:\n{reason}{original}',
  firstAnswerWins: true,
  exit2: { effect: 'refuses', stderrTo: 'user' },
  decisionBlock: true,
  plainTextIsContext: true,
  missingFileGuard: 'plugins',
  timeouts: seconds(30),
  output: { additionalContext: 'string', sessionTitle: 'string', suppressOriginalPrompt: 'boolean' },
  payload: {
    prompt: 'string',
    session_title: 'string?',
    source: openOptional('user', 'sdk', 'system', 'loop_wakeup', 'schedule_wakeup', 'poll_event'),
  },
});
