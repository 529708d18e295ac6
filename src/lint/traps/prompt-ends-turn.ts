import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const promptEndsTurn = defineTrap({
  id: 'prompt-ends-turn',
  title: 'A prompt hook whose "no" ends the turn',
  severity: 'info',
  looksAt: 'handler',
  happens:
    'When the model answers `ok: false`, the whole turn ends, in `claude -p` with an empty result; the agent does not get to try another way.',
  remedy: 'Add "continueOnBlock": true, so that the reason goes to the agent and it goes on.',
  evidence: { cases: ['e10-prompt-notok'], protocol: '`prompt`' },
  *check({ document, row, path, handler }) {
    if (handler.type !== 'prompt' || row.promptBlock !== 'ends-turn-unless-continued') return;
    if (handler.continueOnBlock !== undefined) return;
    yield { at: spanOf(document, path), message: `a refusal of this prompt hook ends the turn on ${row.name}` };
  },
});
