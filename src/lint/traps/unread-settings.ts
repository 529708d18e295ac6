import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gitRoot, readText } from '../../system/node/files.ts';
import { defineTrap } from '../trap.ts';

export const unreadSettings = defineTrap({
  id: 'unread-settings',
  title: 'Settings that a session started here does not read',
  severity: 'warning',
  looksAt: 'world',
  happens:
    'The project file is taken from the directory the client is started in, without looking upwards; the local file is taken from the root of the git repository only. The hooks in this file do not run.',
  remedy: 'Start the client in the root of the repository, or keep the hooks in a file that is read.',
  rows: { surprises: [10] },
  *check({ projectDir, documents }) {
    if (projectDir === null || documents.some(({ file }) => file === '--settings')) return;
    const root = gitRoot(projectDir);
    if (root === null || root === projectDir) return;
    for (const file of [join(root, '.claude', 'settings.json'), join(projectDir, '.claude', 'settings.local.json')]) {
      if (!existsSync(file) || documents.some((one) => one.file === file)) continue;
      const read = readText(file);
      if (!('text' in read) || !read.text.includes('"hooks"')) continue;
      yield {
        at: { file, offset: 0, length: 0 },
        message: `hooks in this file do not run for a session started in ${projectDir}`,
      };
    }
  },
});
