import { defineEvent } from '../event-row.ts';
import { open } from '../field.ts';

export const preCompact = defineEvent({
  name: 'PreCompact',
  neutral: 'compact',
  about: 'Before the conversation is compacted.',
  subject: 'trigger',
  blockMessage: 'Compaction blocked by PreCompact hook: {reason}',
  exit2: { effect: 'refuses', stderrTo: 'user' },
  decisionBlock: true,
  honoursContinue: false,
  systemMessageTo: 'nobody',
  payload: { trigger: open('manual', 'auto'), custom_instructions: 'any?' },
});
