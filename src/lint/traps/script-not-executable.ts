import { referencesOf } from '../gather.ts';
import { isExecutable, isFile, isOnDisk } from '../disk.ts';
import { spanOf } from '../settings-document.ts';
import { defineTrap } from '../trap.ts';

export const scriptNotExecutable = defineTrap({
  id: 'script-not-executable',
  title: 'A hook script without the run bit',
  severity: 'error',
  looksAt: 'handler',
  happens: 'The script cannot be started (exit 126): the hook counts as failed and the action goes ahead.',
  remedy: 'chmod +x the script (and commit the bit), or name its interpreter.',
  fixes: 'chmod +x.',
  rows: { traps: [2] },
  *check(entry, world) {
    if (!isOnDisk(entry) || process.platform === 'win32') return;
    for (const { path, interpreter, text } of referencesOf(entry, world)) {
      if (path === null || interpreter !== null || !isFile(path) || isExecutable(path)) continue;
      yield {
        at: spanOf(entry.document, [...entry.path, 'command']),
        message: `${text} is not executable`,
        fix: { title: `chmod +x ${path}`, file: path, makeExecutable: true },
      };
    }
  },
});
