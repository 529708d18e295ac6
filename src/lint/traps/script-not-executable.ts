import { referencesOf } from '../gather.ts';
import { isExecutable, isFile, isOnDisk, whenItCannotRun } from '../disk.ts';
import { spanOf } from '../settings-document.ts';
import { isDirectory } from '../../system/node/files.ts';
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
      if (path === null || interpreter !== null || isExecutable(path)) continue;
      const at = spanOf(entry.document, [...entry.path, 'command']);
      if (isDirectory(path)) yield { at, ...whenItCannotRun(entry), message: `${text} is a directory` };
      else if (isFile(path)) {
        const fix = { title: `chmod +x ${path}`, file: path, makeExecutable: true } as const;
        yield { at, ...whenItCannotRun(entry), message: `${text} is not executable`, fix };
      }
    }
  },
});
