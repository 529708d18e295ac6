import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Lab, lab } from '../support/dispatcher.ts';

const POLICY = 'policy: 1\nextends: pack:recommended\n';

/** A project in a home, with links that lead out of it. */
function linked(): Lab {
  const here = lab();
  const project = join(here.home, 'code/app');
  mkdirSync(join(project, 'build'), { recursive: true });
  mkdirSync(join(project, 'real'), { recursive: true });
  mkdirSync(join(project, '.hookctl'), { recursive: true });
  here.write(join(project, '.hookctl/policy.yaml'), POLICY);
  here.write(join(here.home, '.ssh/id_rsa'), 'x');
  symlinkSync('..', join(project, 'up'));
  symlinkSync(here.home, join(project, 'dist'));
  symlinkSync('real', join(project, 'inside'));
  symlinkSync(join(here.home, '.ssh'), join(project, 'keys'));
  return { ...here, project };
}

async function verdictOf(here: Lab, command: string): Promise<string> {
  const payload = { hook_event_name: 'PreToolUse', cwd: here.project, tool_name: 'Bash', tool_input: { command } };
  const answer = await here.answer(payload, { env: { CLAUDE_PROJECT_DIR: here.project }, cwd: here.project });
  return answer?.hookSpecificOutput?.permissionDecision ?? 'none';
}

const DIRECTORIES = ['dist', 'up'];
const STOPPED: readonly ((directory: string) => string)[] = [
  (directory) => `rm -rf ${directory}/`,
  (directory) => `rm -rf ${directory}/*`,
  (directory) => `rm -rf ${directory}/.`,
  (directory) => `rm -rf ${directory}/.[a-z]*`,
  (directory) => `cd ${directory} && rm -rf *`,
  (directory) => `cd ${directory} && rm -rf .`,
  (directory) => `find ${directory}/ -delete`,
  (directory) => `find ${directory}/ -exec rm -rf {} +`,
  (directory) => `cp -r build/. ${directory}/`,
  (directory) => `tar -C ${directory} -xf a.tar`,
  (directory) => `unzip a.zip -d ${directory}`,
  (directory) => `rsync -a --delete build/ ${directory}/`,
  (directory) => `rm -rf ${directory.slice(0, -1)}?/*`,
];
const SILENT = [
  'rm -rf dist',
  'rm up',
  'mv dist old',
  'rm -rf inside/*',
  'rm -rf inside/',
  'find inside/ -delete',
  'cp -r build/. inside/',
  'cp -r build/. real/',
  'tar -C real -xf a.tar',
  'rsync -a --delete build/ real/',
  'cat inside/*',
];

describe('links in the repository', () => {
  test('what is deleted or spread through a link is judged by where it leads', async () => {
    const here = linked();
    for (const directory of DIRECTORIES)
      for (const way of STOPPED)
        expect([way(directory), await verdictOf(here, way(directory))]).not.toEqual([way(directory), 'none']);
  }, 120_000);

  test('secrets behind a link', async () => {
    const here = linked();
    for (const command of ['cat keys/id_rsa', 'cat keys/*', 'base64 k*/id_*', 'cd keys && cat *'])
      expect([command, await verdictOf(here, command)]).toEqual([command, 'deny']);
  }, 60_000);

  test('`..` behind a link is where the link leads', async () => {
    const here = linked();
    expect(await verdictOf(here, 'cd keys && rm -rf ../.ssh')).not.toBe('none');
    expect(await verdictOf(here, 'rm -rf keys/../code')).not.toBe('none');
  }, 60_000);

  test('what stays inside, and the link itself', async () => {
    const here = linked();
    for (const command of SILENT) expect([command, await verdictOf(here, command)]).toEqual([command, 'none']);
  }, 60_000);
});
