import { spanOf } from '../settings-document.ts';
import { defineTrap } from '../trap.ts';

export const onFailureIgnored = defineTrap({
  id: 'on-failure-ignored',
  title: '"onFailure" where it has no effect',
  severity: 'warning',
  looksAt: 'handler',
  happens: 'The key is accepted and ignored: when the hook fails, the action goes ahead.',
  remedy: 'Use a command or http handler that is not async, on an event that honours it.',
  rows: { traps: [10], surprises: [13] },
  *check({ document, row, path, handler }) {
    if ((handler as { onFailure?: unknown }).onFailure !== 'block') return;
    const why = whyIgnored(row, handler);
    if (why !== null)
      yield { at: spanOf(document, [...path, 'onFailure']), message: `"onFailure": "block" is ignored ${why}` };
  },
});

function whyIgnored(
  row: { name: string; honoursOnFailure: boolean },
  handler: { type: string; async?: boolean; asyncRewake?: boolean },
): string | null {
  if (handler.type !== 'command' && handler.type !== 'http') return `on ${handler.type} handlers`;
  if (handler.async === true) return 'on async handlers';
  return row.honoursOnFailure ? null : `on ${row.name}`;
}
