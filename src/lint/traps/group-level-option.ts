import { HANDLER_KEYS } from '../../runtime/settings/entry.ts';
import { moveProperty } from '../fix/json-edit.ts';
import { type GroupEntry, keySpan } from '../read/settings-document.ts';
import { defineTrap, type TextEdit } from '../trap.ts';

export const groupLevelOption = defineTrap({
  id: 'group-level-option',
  title: 'An option of the handler written beside the matcher',
  severity: 'error',
  looksAt: 'group',
  happens:
    'Options count inside a handler only. Here the client ignores it, so `onFailure`, `timeout` or `if` has no effect.',
  remedy: 'Move it into each handler of the "hooks" list.',
  fixes: 'Moves it into the handlers, when none of them already has a value.',
  evidence: { cases: ['g10-unknown-group-key'], protocol: 'Settings, and what drops them' },
  *check(group) {
    // Without the inner list the entry is a handler itself, which is another trap.
    if (!Array.isArray(group.value['hooks'])) return;
    for (const key of Object.keys(group.value)) {
      if (!HANDLER_KEYS.has(key)) continue;
      const edits = moved(group, key);
      yield {
        at: keySpan(group.document, [...group.path, key]),
        message: `"${key}" has no effect beside "matcher"`,
        fix:
          edits === null ? undefined : { title: `move "${key}" into the handlers`, file: group.document.file, edits },
      };
    }
  },
});

/** `if` and `command` would change which hooks run at all; the rest only does what it says. */
const MOVABLE = new Set(['timeout', 'onFailure', 'statusMessage', 'async']);

function moved(group: GroupEntry, key: string): TextEdit[] | null {
  const listed = group.value['hooks'] as unknown[];
  const free = group.handlers.every(({ handler }) => !(key in handler));
  if (!MOVABLE.has(key) || !free || group.handlers.length === 0 || group.handlers.length < listed.length) return null;
  if (
    key === 'onFailure' &&
    !group.handlers.every(({ handler }) => handler.type === 'command' || handler.type === 'http')
  )
    return null;
  return moveProperty(
    group.document,
    group.path,
    key,
    group.handlers.map(({ path }) => path),
  );
}
