import { isEventName, rowOf } from '../../protocol/event.ts';
import { findNodeAtLocation } from 'jsonc-parser';
import { replaceSetting } from '../fix/json-edit.ts';
import { pathOf, type SettingsDocument, spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const timeoutInQuotes = defineTrap({
  id: 'timeout-in-quotes',
  title: 'A timeout written as text',
  severity: 'error',
  looksAt: 'document',
  happens:
    'The client takes a number only. Under PreToolUse or PermissionRequest it silently drops the whole file, with all its hooks and `permissions` rules; under other events it leaves the entry out.',
  remedy: 'Write the number of seconds without quotes.',
  fixes: 'Takes the quotes (and an "s" for seconds) away.',
  evidence: { cases: ['g10-…', 'o3-post-…'], protocol: 'Settings, and what drops them' },
  *check(document) {
    for (const { path, problem } of document.source.problems) {
      const seconds = quotedTimeout(document, path);
      if (seconds === null) continue;
      const place = pathOf(path);
      yield {
        at: spanOf(document, place),
        message: `${path}: ${problem}`,
        consequence: dropsFile(place[1])
          ? 'The client silently drops the whole file: all its hooks and its `permissions` rules.'
          : 'The client silently leaves this entry out; the hook never runs.',
        fix: { title: `write ${seconds}`, file: document.file, edits: replaceSetting(document, place, seconds) },
      };
    }
  },
});

function dropsFile(event: string | number | undefined): boolean {
  return typeof event === 'string' && isEventName(event) && rowOf(event).invalidEntryDropsFile;
}

/** The seconds that a string at this place of the settings surely means; null: it is something else. */
export function quotedTimeout(document: SettingsDocument, path: string): number | null {
  if (!path.startsWith('hooks.') || !path.endsWith('.timeout') || document.tree === undefined) return null;
  const value: unknown = findNodeAtLocation(document.tree, pathOf(path))?.value;
  const digits = typeof value === 'string' ? /^\s*(\d+(?:\.\d+)?)\s*s?\s*$/.exec(value)?.[1] : undefined;
  return digits !== undefined && Number(digits) > 0 ? Number(digits) : null;
}
