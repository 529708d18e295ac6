import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { proveDispatcher } from '../../src/install/dispatcher/dispatchers.ts';
import { lab } from '../support/dispatcher.ts';
import { scratch } from '../support/scratch.ts';
import { ROOT } from '../support/hookctl.ts';
import { copyOfHookctl, fireBash } from './support/installed.ts';

const GOOD = (root: string) => `#!/bin/sh\nexec "${process.execPath}" "${root}/dist/dispatcher.cjs" "$@"\n`;

describe('the proof', () => {
  it.each<[string, string, RegExp | null]>([
    ['works', GOOD(ROOT), null],
    ['says nothing', '#!/bin/sh\nexit 0\n', /^did not deny what its policy denies$/],
    ['is for another machine', '\u007fELF garbage', /^cannot be started \(\w+\)$|^ended with/],
    [
      'denies in other words',
      `#!/bin/sh\necho '{"hookSpecificOutput":{"permissionDecision":"deny"}}'\n`,
      /^did not deny/,
    ],
    ['is killed', '#!/bin/sh\nkill -9 $$\n', /^ended with SIGKILL$/],
  ])('one that %s', (_, text, problem) => {
    const file = join(scratch(), 'dispatcher');
    writeFileSync(file, text, { mode: 0o755 });
    const proof = proveDispatcher({ launch: { command: file, args: [] } });
    expect(proof).toEqual(
      problem === null
        ? { ok: true, ms: expect.any(Number) as number }
        : { ok: false, problem: expect.stringMatching(problem) as string },
    );
  });

  it('one that may not be executed, and one that is not there', () => {
    const file = join(scratch(), 'dispatcher');
    writeFileSync(file, '', { mode: 0o644 });
    const prove = (command: string) => proveDispatcher({ launch: { command, args: [] } });
    expect([prove(file), prove(`${file}x`)]).toEqual([
      { ok: false, problem: 'may not be executed' },
      { ok: false, problem: 'cannot be started (it does not exist)' },
    ]);
  });
});

describe('which dispatcher is registered', () => {
  it('the native one, where it works', async () => {
    const [here, root] = [lab(), join(scratch(), 'a place', 'hookctl')];
    const command = copyOfHookctl(root, GOOD(root));
    const { stdout } = await command(here, 'install', '--yes', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      dispatcher: { kind: 'native', command: join(root, 'dist/native/dispatcher'), args: [] },
      rejected: [],
    });
    expect(await fireBash(here, 'rm -rf /')).toMatchObject({ permission: 'deny' });
  });

  it('one that does not work is named, and the next is taken', async () => {
    const [here, root] = [lab(), join(scratch(), 'hookctl')];
    const command = copyOfHookctl(root, '#!/bin/sh\necho broken >&2\nexit 3\n');
    const { stdout, exitCode } = await command(here, 'install', '--dry-run', '--json');
    expect(exitCode).toBe(0);
    const file = join(root, 'dist/native/dispatcher');
    expect(JSON.parse(stdout)).toMatchObject({
      dispatcher: { kind: 'node', command: process.execPath, args: [join(root, 'dist/dispatcher.cjs')] },
      rejected: [{ kind: 'native', file, problem: 'ended with exit code 3: broken' }],
      warnings: [`${file} ended with exit code 3: broken; the next one is used.`],
    });
  });

  it('the probe leaves nothing behind', async () => {
    const [here, root] = [lab(), join(scratch(), 'hookctl')];
    await copyOfHookctl(root)(here, 'install', '--dry-run');
    expect([existsSync(here.state), existsSync(join(here.home, '.local'))]).toEqual([false, false]);
  });

  it('a dependency of the project is named from the project, for the whole team', async () => {
    const here = lab();
    mkdirSync(join(here.project, '.git'));
    const root = join(here.project, 'node_modules', 'hookctl');
    here.write('package.json', '{ "devDependencies": { "hookctl": "0.1.0" } }');
    const command = copyOfHookctl(root, GOOD(root));
    const { stdout } = await command(here, 'install', '--yes', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      scope: 'project',
      dispatcher: { kind: 'native', command: '${CLAUDE_PROJECT_DIR}/node_modules/hookctl/dist/dispatcher', args: [] },
      warnings: [],
    });
    expect(readFileSync(join(here.project, '.claude/settings.json'), 'utf8')).not.toContain(here.project);
    expect(await fireBash(here, 'rm -rf /')).toMatchObject({ permission: 'deny' });
  });

  it('in node_modules and not in package.json: not for the team, unless it is asked for', async () => {
    const here = lab();
    mkdirSync(join(here.project, '.git'));
    here.write('package.json', '{}');
    const command = copyOfHookctl(join(here.project, 'node_modules', 'hookctl'));
    const told = async (...args: string[]) =>
      JSON.parse((await command(here, 'install', '--dry-run', '--json', ...args)).stdout) as object;
    expect(await told()).toMatchObject({ scope: 'local' });
    expect(await told('--scope', 'project')).toMatchObject({
      scope: 'project',
      warnings: [
        expect.stringMatching(
          /^These settings are shared with a team, and hookctl is not a dependency in package\.json/,
        ),
      ],
    });
  });

  it('an installation that moved is updated, not doubled', async () => {
    const here = lab();
    const [old, now] = [join(scratch(), 'hookctl'), join(scratch(), 'x', 'hookctl')];
    await copyOfHookctl(old)(here, 'install', '--scope', 'project', '--yes');
    await copyOfHookctl(now)(here, 'install', '--scope', 'project', '--yes');
    const text = readFileSync(join(here.project, '.claude/settings.json'), 'utf8');
    expect([text.includes(`${old}/`), text.includes(`${now}/`)]).toEqual([false, true]);
    expect((await fireBash(here, 'ls')).handlers).toHaveLength(1);
  });
});
