import { defineEvent, seconds } from '../event-row.ts';
import { open } from '../field.ts';

export const preModelSwitch = defineEvent({
  name: 'PreModelSwitch',
  about: 'Before the user switches the model.',
  subject: 'to_model',
  subjectForm: 'model-name',
  decidesPermission: true,
  exit2: { effect: 'refuses', stderrTo: 'user' },
  decisionBlock: true,
  timeoutBlocks: true,
  timeouts: seconds(30),
  output: { permissionDecision: ['allow', 'deny', 'ask'], permissionDecisionReason: 'string' },
  payload: {
    from_model: 'string',
    to_model: 'string',
    requested_model: 'any?',
    source: open('command', 'picker', 'sdk'),
    context_tokens: 'number?',
    prompt_cache_warm: 'boolean?',
    cache_ttl: 'string?',
    estimated_cache_write_usd: 'number?',
    pricing: 'string?',
  },
});
