import type { JSONPath, Segment } from 'jsonc-parser';
import type { EventName } from '../../protocol/event.ts';
import { rowOf } from '../../protocol/event.ts';
import { nameOf } from '../../protocol/field.ts';
import { checkGroup } from '../../runtime/settings/entry.ts';
import { isEventName } from '../../protocol/event.ts';
import { pathOf, type SettingsDocument, spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';
import { replaceSetting } from '../fix/json-edit.ts';

export const flatEntry = defineTrap({
  id: 'flat-entry',
  title: 'A handler directly under the event, without the inner "hooks" list',
  severity: 'error',
  looksAt: 'document',
  happens: 'The entry is invalid and the hook never runs.',
  remedy: 'Write { "matcher": "…", "hooks": [ { "type": "command", "command": "…" } ] }.',
  fixes: 'Wraps the handler into a "hooks" list, when the result is valid.',
  evidence: { cases: ['i31-denyrule-flat'], protocol: 'Settings, and what drops them' },
  *check(document) {
    const seen = new Set<string>();
    for (const problem of document.source.problems) {
      const [, event, index] = pathOf(problem.path);
      const key = `${String(event)}.${String(index)}`;
      if (!isEventName(event) || seen.has(key) || !isFlatEntry(document, event, index)) continue;
      seen.add(key);
      const path: JSONPath = ['hooks', event, index as number];
      const wrapped = wrap(entryAt(document, event, index) as Record<string, unknown>);
      const isValid = checkGroup(wrapped, '').problems.length === 0;
      const dropsFile = rowOf(event).invalidEntryDropsFile;
      yield {
        at: spanOf(document, path),
        message: `hooks.${event}.${String(index)}: the handler is directly under the event`,
        ...(dropsFile
          ? {
              consequence: 'The client silently drops the whole file: all its hooks and its `permissions` rules.',
            }
          : {}),
        fix: isValid
          ? {
              title: 'wrap the handler into a "hooks" list',
              file: document.file,
              edits: replaceSetting(document, path, wrapped),
            }
          : undefined,
      };
    }
  },
});

/** No inner list, but what a handler has. */
export function isFlatEntry(document: SettingsDocument, event: EventName, index: Segment | undefined): boolean {
  const entry = entryAt(document, event, index);
  if (nameOf(entry) !== 'object') return false;
  const fields = entry as Record<string, unknown>;
  return (
    fields['hooks'] === undefined && ['command', 'type', 'url', 'prompt'].some((key) => typeof fields[key] === 'string')
  );
}

function entryAt(document: SettingsDocument, event: EventName, index: Segment | undefined): unknown {
  const hooks = (document.value as { hooks?: Record<string, unknown> } | undefined)?.hooks;
  const groups = hooks?.[event];
  return Array.isArray(groups) && typeof index === 'number' ? groups[index] : undefined;
}

function wrap({ matcher, ...handler }: Record<string, unknown>): Record<string, unknown> {
  const whole =
    handler['type'] === undefined && typeof handler['command'] === 'string' ? { type: 'command', ...handler } : handler;
  return { ...(matcher === undefined ? {} : { matcher }), hooks: [whole] };
}
