import { isEventName, rowOf } from '../../protocol/event.ts';
import { pathOf, spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';
import { isFlatEntry } from './flat-entry.ts';
import { quotedTimeout } from './timeout-in-quotes.ts';

export const badEntryIgnored = defineTrap({
  id: 'bad-entry-ignored',
  title: 'An entry the client cannot read is left out',
  severity: 'error',
  looksAt: 'document',
  happens: 'The client silently leaves this entry out; the hook never runs.',
  remedy: 'Correct the entry, or take it out.',
  evidence: { cases: ['g10-…', 'o3-post-…'], protocol: 'Settings, and what drops them' },
  *check(document) {
    for (const { path, problem } of document.source.problems) {
      const [hooks, event, index] = pathOf(path);
      if (hooks !== 'hooks') continue;
      if (event !== undefined && (!isEventName(event) || rowOf(event).invalidEntryDropsFile)) continue;
      if (isEventName(event) && isFlatEntry(document, event, index)) continue;
      if (quotedTimeout(document, path) !== null) continue;
      yield { at: spanOf(document, pathOf(path)), message: `${path}: ${problem}` };
    }
  },
});
