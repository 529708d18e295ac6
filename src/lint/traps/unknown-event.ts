import { EVENT_NAMES, isEventName } from '../../protocol/event.ts';
import { nameOf } from '../../protocol/field.ts';
import { didYouMean } from '../../protocol/text/did-you-mean.ts';
import { renameProperty } from '../fix/json-edit.ts';
import { keySpan } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const unknownEvent = defineTrap({
  id: 'unknown-event',
  title: 'Hooks under a name that is no event',
  severity: 'error',
  looksAt: 'document',
  happens: 'The client ignores everything under this name; the hooks never run.',
  remedy: 'Use the name of an event exactly as docs/events.md lists it.',
  fixes: 'Corrects names that differ from an event in upper and lower case only.',
  evidence: { cases: ['i31-denyrule-unknown-event'], protocol: 'Settings, and what drops them' },
  *check(document) {
    const hooks = (document.value as { hooks?: unknown } | undefined)?.hooks;
    if (nameOf(hooks) !== 'object') return;
    const names = Object.keys(hooks as object);
    for (const name of names) {
      if (isEventName(name)) continue;
      const same = EVENT_NAMES.find((known) => known.toLowerCase() === name.toLowerCase());
      const path = ['hooks', name];
      yield {
        at: keySpan(document, path),
        message: `"${name}" is no hook event${didYouMean(name, EVENT_NAMES)}`,
        fix:
          same === undefined || names.includes(same)
            ? undefined
            : { title: `rename it to "${same}"`, file: document.file, edits: renameProperty(document, path, same) },
      };
    }
  },
});
