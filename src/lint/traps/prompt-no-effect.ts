import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const promptNoEffect = defineTrap({
  id: 'prompt-no-effect',
  title: 'A prompt hook whose answer is not used',
  severity: 'warning',
  looksAt: 'handler',
  happens: 'The model is asked, but on this event its `ok: false` changes nothing.',
  remedy: 'Use a command handler here, or a prompt hook on PreToolUse.',
  evidence: { protocol: '`prompt`', reference: true },
  *check({ document, row, path, handler }) {
    if (handler.type !== 'prompt' && handler.type !== 'agent') return;
    if (!row.handlers.includes(handler.type) || row.promptBlock !== 'nothing') return;
    yield {
      at: spanOf(document, [...path, 'type']),
      message: `the answer of a ${handler.type} hook has no effect on ${row.name}`,
    };
  },
});
