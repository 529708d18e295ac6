import { defineEvent, seconds } from '../event-row.ts';
import { open } from '../field.ts';

export const postModelSwitch = defineEvent({
  name: 'PostModelSwitch',
  about: 'After the model was switched.',
  subject: 'to_model',
  subjectForm: 'model-name',
  exit2: { effect: 'notice', stderrTo: 'user' },
  plainTextIsContext: true,
  timeouts: seconds(30),
  output: { additionalContext: 'string' },
  payload: {
    from_model: 'string',
    to_model: 'string',
    requested_model: 'any?',
    source: open('command', 'picker', 'sdk', 'auto', 'resume'),
    context_tokens: 'number?',
    prompt_cache_warm: 'boolean?',
    cache_ttl: 'string?',
    estimated_cache_write_usd: 'number?',
    pricing: 'string?',
  },
});
