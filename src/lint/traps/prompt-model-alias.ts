import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const promptModelAlias = defineTrap({
  id: 'prompt-model-alias',
  title: 'A short model name in a prompt hook',
  severity: 'info',
  looksAt: 'handler',
  happens:
    'The name is sent to the API as it is written. An API that does not know `haiku` answers with an error, and the hook fails open.',
  remedy: 'Leave "model" out, or write the full name of the model.',
  evidence: { cases: ['i07-prompt-model-alias', 'e10-prompt-model'], protocol: '`prompt`' },
  *check({ document, path, handler }) {
    if (
      (handler.type !== 'prompt' && handler.type !== 'agent') ||
      !/^(?:haiku|sonnet|opus)$/i.test(handler.model ?? '')
    )
      return;
    yield { at: spanOf(document, [...path, 'model']), message: `"${handler.model}" is sent to the API literally` };
  },
});
