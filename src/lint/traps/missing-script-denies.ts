import { referencesOf } from '../read/gather.ts';
import { isOnDisk } from '../read/disk.ts';
import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';
import { isGone, missingDenies } from './script-missing.ts';

export const missingScriptDenies = defineTrap({
  id: 'missing-script-denies',
  title: 'A missing Python script that refuses everything',
  severity: 'error',
  looksAt: 'handler',
  happens:
    'Python exits with 2 when it cannot open its script, and exit 2 is a refusal: every call that the matcher lets through is denied.',
  remedy: 'Correct the path, or put the script there.',
  evidence: { cases: ['a03-…'], protocol: 'Exit code and stdout' },
  *check(entry, world) {
    if (!isOnDisk(entry)) return;
    for (const reference of referencesOf(entry, world)) {
      const { path, text } = reference;
      if (!isGone(reference) || !missingDenies(entry, reference.interpreter)) continue;
      yield {
        at: spanOf(entry.document, [...entry.path, 'command']),
        message: `${text} does not exist (${path}), and python then exits with 2`,
      };
    }
  },
});
