import { EVENT_NAMES } from '../../protocol/event.ts';
import { keySpan } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const hooksDisabled = defineTrap({
  id: 'hooks-disabled',
  title: '"disableAllHooks" switches everything off',
  severity: 'warning',
  looksAt: 'document',
  happens: 'No hook of the user, the project, the local file or a plugin runs; only managed hooks do.',
  remedy: 'Remove "disableAllHooks" if hooks should run.',
  evidence: { cases: ['g02-disable-…'], protocol: 'Settings, and what drops them' },
  *check(document, world) {
    if (document.source.content.disableAllHooks !== true) return;
    const { source } = document.source.origin;
    const others = world.documents.filter((one) => one !== document && one.groups.length > 0);
    // A stronger file may say `false`.
    const ordinary = EVENT_NAMES.flatMap((event) => world.settings.registrations(event)).filter(
      ({ origin }) => origin.source !== 'managed',
    );
    if (ordinary.some(({ disabledBy }) => disabledBy === null)) return;
    const reach = source === 'project' && others.length > 0 ? ', those in your own settings included' : '';
    yield {
      at: keySpan(document, ['disableAllHooks']),
      message: `"disableAllHooks": true turns off all hooks${reach}`,
    };
  },
});
