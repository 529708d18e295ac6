import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const matcherIgnored = defineTrap({
  id: 'matcher-ignored',
  title: 'A matcher on an event without matchers',
  severity: 'warning',
  looksAt: 'group',
  happens: 'This event ignores matchers, so the hook runs every time.',
  remedy: 'Take the matcher out, and decide in the hook.',
  evidence: { cases: ['o5-nomatcher-…'], protocol: 'Matchers' },
  *check({ document, row, path, matcher }) {
    if (row.subject !== null || matcher === undefined || ['', '*', '.*'].includes(matcher)) return;
    yield { at: spanOf(document, [...path, 'matcher']), message: `${row.name} ignores the matcher "${matcher}"` };
  },
});
