import { existsSync } from 'node:fs';
import { referencesOf } from '../read/gather.ts';
import { isOnDisk, whenItCannotRun } from '../read/disk.ts';
import type { ScriptReference } from '../read/command-line.ts';
import { type HandlerEntry, spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';
import { isSplitPath } from './path-with-space.ts';

export const scriptMissing = defineTrap({
  id: 'script-missing',
  title: 'A hook script that is not there',
  severity: 'error',
  looksAt: 'handler',
  happens:
    'The shell answers 127 and the hook counts as failed: the action goes ahead, and the text output says nothing.',
  remedy: 'Correct the path, or put the script there.',
  heuristic: 'A script that is run only under a condition (`[ -f … ] && …`) may be missing on purpose.',
  evidence: { cases: ['a05-missing-…', 'o8-exec-missing'], protocol: 'What failing means' },
  *check(entry, world) {
    if (!isOnDisk(entry)) return;
    for (const reference of referencesOf(entry, world)) {
      const { path, text } = reference;
      if (path === null || !isGone(reference) || missingDenies(entry, reference.interpreter)) continue;
      if (isSplitPath(entry.handler, text)) continue;
      yield {
        at: spanOf(entry.document, [...entry.path, 'command']),
        ...whenItCannotRun(entry),
        message: `${text} does not exist (${path})`,
      };
    }
  },
});

/** Not there, though nothing says that it may be so. */
export function isGone({ path, isConditional, isAfterCd }: ScriptReference): boolean {
  return path !== null && !isConditional && !isAfterCd && !existsSync(path);
}

/** CPython exits with 2 when it cannot open its script, and 2 refuses. */
export function missingDenies({ row }: HandlerEntry, interpreter: string | null): boolean {
  return (
    interpreter?.startsWith('python') === true && row.exit2.effect === 'refuses' && row.missingFileGuard !== 'always'
  );
}
