import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const onFailureIgnored = defineTrap({
  id: 'on-failure-ignored',
  title: '"onFailure" where it has no effect',
  severity: 'warning',
  looksAt: 'handler',
  happens: 'The key is accepted and ignored: when the hook fails, the action goes ahead.',
  remedy: 'Use a command or http handler that is not async.',
  evidence: { cases: ['d12-stop-onfail', 'e10-prompt-onfail', 'a19-onfail-async'], protocol: 'What failing means' },
  *check({ document, row, path, handler }) {
    if ((handler as { onFailure?: unknown }).onFailure !== 'block') return;
    const why = whyIgnored(handler);
    const at = spanOf(document, [...path, 'onFailure']);
    if (why !== null) yield { at, message: `"onFailure": "block" is ignored on ${why}` };
    else if (!row.honoursOnFailure)
      yield {
        at,
        severity: 'info',
        message: `"onFailure": "block" is ignored on ${row.name}`,
        remedy: 'Nothing: here a broken hook must not hold the agent for ever. Just do not count on it.',
      };
  },
});

function whyIgnored(handler: { type: string; async?: boolean }): string | null {
  if (handler.type !== 'command' && handler.type !== 'http') return `${handler.type} handlers`;
  return handler.async === true ? 'async handlers' : null;
}
