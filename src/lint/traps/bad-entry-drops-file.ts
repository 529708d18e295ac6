import { isEventName, rowOf } from '../../protocol/event.ts';
import { pathOf, spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';
import { isFlatEntry } from './flat-entry.ts';
import { quotedTimeout } from './timeout-in-quotes.ts';

export const badEntryDropsFile = defineTrap({
  id: 'bad-entry-drops-file',
  title: 'One bad entry switches the whole settings file off',
  severity: 'error',
  looksAt: 'document',
  happens:
    'With one bad PreToolUse or PermissionRequest entry, the client silently drops the whole file: all its hooks and its `permissions` rules.',
  remedy: 'Correct the entry, or take it out.',
  evidence: { cases: ['g10-…', 'i22-…', 'i31-…'], protocol: 'Settings, and what drops them' },
  *check(document) {
    for (const { path, problem } of document.source.problems) {
      const [hooks, event, index] = pathOf(path);
      if (hooks !== 'hooks' || !isEventName(event) || !rowOf(event).invalidEntryDropsFile) continue;
      if (isFlatEntry(document, event, index)) continue;
      if (quotedTimeout(document, path) !== null) continue;
      yield { at: spanOf(document, pathOf(path)), message: `${path}: ${problem}` };
    }
  },
});
