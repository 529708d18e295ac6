import { nodeSystem } from '../../system/node/system.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gitRoot } from '../../system/files/git-root.ts';
import { readText } from '../../system/node/files.ts';
import { defineTrap } from '../trap.ts';

export const unreadSettings = defineTrap({
  id: 'unread-settings',
  title: 'Settings that a session started here does not read',
  severity: 'warning',
  looksAt: 'world',
  happens:
    'The project file is taken from the directory the client is started in, without looking upwards; the local file is taken from the root of the git repository only; `.claude/hooks.json` is read by nobody. The hooks in this file do not run.',
  remedy: 'Start the client in the root of the repository, or keep the hooks in a file that is read.',
  evidence: { cases: ['f02-start-in-subdir', 'i02-…'], protocol: 'Settings, and what drops them' },
  *check({ projectDir, documents }) {
    if (projectDir === null) return;
    const root = gitRoot(nodeSystem, projectDir);
    const elsewhere = root === null || root === projectDir ? [] : [join(root, SETTINGS), join(projectDir, LOCAL)];
    // Only plugins keep their hooks in files of these names.
    const others = [join(projectDir, '.claude', 'hooks.json'), join(projectDir, '.claude', 'hooks', 'hooks.json')];
    for (const file of [...elsewhere, ...others]) {
      if (!existsSync(file) || documents.some((one) => one.file === file)) continue;
      const read = readText(file);
      if (!('text' in read) || !read.text.includes('"hooks"')) continue;
      const why = others.includes(file) ? 'no settings file has this name' : `the session starts in ${projectDir}`;
      yield { at: { file, offset: 0, length: 0 }, message: `the hooks in this file do not run: ${why}` };
    }
  },
});

const SETTINGS = join('.claude', 'settings.json');
const LOCAL = join('.claude', 'settings.local.json');
