import { ALL_HANDLERS, defineEvent } from '../event-row.ts';

export const postToolBatch = defineEvent({
  name: 'PostToolBatch',
  about: 'After all tool calls of one model message, before the next model call.',
  subject: null,
  handlers: ALL_HANDLERS,
  promptBlock: 'ends-turn',
  stopPreventsAction: true,
  exit2: { effect: 'ends-turn', stderrTo: 'user' },
  decisionBlock: true,
  output: { additionalContext: 'string' },
  payload: { tool_calls: 'array' },
});
