import { EVENT_NAMES, isEventName } from '../../protocol/event.ts';
import { nameOf } from '../../protocol/field.ts';
import { didYouMean } from '../../protocol/text/did-you-mean.ts';
import { renameProperty } from '../fix/json-edit.ts';
import { meantEvent } from '../read/meant-event.ts';
import { keySpan } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const unknownEvent = defineTrap({
  id: 'unknown-event',
  title: 'Hooks under a name that is not an event',
  severity: 'error',
  looksAt: 'document',
  happens: 'The client ignores everything under this name; the hooks never run.',
  remedy: 'Use the name of an event exactly as docs/events.md lists it.',
  fixes:
    'Corrects names that surely mean one event: another style (pre_tool_use), or one or two wrong letters where no other event is nearly as near.',
  evidence: { cases: ['i31-denyrule-unknown-event'], protocol: 'Settings, and what drops them' },
  *check(document) {
    const hooks = (document.value as { hooks?: unknown } | undefined)?.hooks;
    if (nameOf(hooks) !== 'object') return;
    const names = Object.keys(hooks as object);
    for (const name of names) {
      if (isEventName(name)) continue;
      const meant = meantEvent(name);
      const path = ['hooks', name];
      yield {
        at: keySpan(document, path),
        message: `"${name}" is not a hook event${didYouMean(name, EVENT_NAMES)}`,
        fix:
          meant === null || names.some((other) => other !== name && meantEvent(other) === meant)
            ? undefined
            : { title: `rename it to "${meant}"`, file: document.file, edits: renameProperty(document, path, meant) },
      };
    }
  },
});
