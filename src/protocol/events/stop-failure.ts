import { defineEvent } from '../event-row.ts';
import { open } from '../field.ts';

export const stopFailure = defineEvent({
  name: 'StopFailure',
  about: 'When a turn ended in an API error.',
  subject: 'error',
  narrowMatcher: true,
  exit2: { effect: 'nothing', stderrTo: 'nobody' },
  discardsOutput: true,
  payload: {
    error: open(
      'authentication_failed',
      'oauth_org_not_allowed',
      'account_on_hold',
      'verification_required',
      'billing_error',
      'rate_limit',
      'overloaded',
      'invalid_request',
      'model_not_found',
      'server_error',
      'unknown',
      'max_output_tokens',
      'cloud_credential_error',
    ),
    error_details: 'string?',
    last_assistant_message: 'string?',
  },
});
