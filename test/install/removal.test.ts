import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Lab, lab } from '../support/dispatcher.ts';
import { hookctl } from '../support/hookctl.ts';
import { scratch } from '../support/scratch.ts';
import { copyOfHookctl, fireBash, inLab } from './support/installed.ts';

const WAY_OUT =
  'install hookctl again (npm ci), or run npx hookctl uninstall --all, or delete this hook from the settings';

/** Every file below a directory with its text. */
function textsIn(directory: string): Record<string, string> {
  const files = (place: string): string[] =>
    readdirSync(place).flatMap((name) => {
      const path = join(place, name);
      return statSync(path).isDirectory() ? files(path) : [path];
    });
  return Object.fromEntries(files(directory).map((path) => [relative(directory, path), readFileSync(path, 'utf8')]));
}

type Texts = Record<'home' | 'project', Record<string, string>>;

function textsOf({ home, project }: Lab): Texts {
  return { home: textsIn(home), project: textsIn(project) };
}

function inProject(here: Lab, project: string, ...args: string[]) {
  return hookctl(args, { env: { ...here.env, CLAUDE_PROJECT_DIR: project }, cwd: project });
}

/** A home and two projects with settings of their own, and hookctl in five places. */
async function installedEverywhere(): Promise<{ here: Lab; other: string; before: Texts }> {
  const here = lab();
  const other = join(here.home, 'other');
  mkdirSync(join(other, '.claude'), { recursive: true });
  mkdirSync(join(here.home, '.claude'));
  mkdirSync(join(here.project, '.claude'));
  writeFileSync(join(here.home, '.claude/settings.json'), '{"model":"opus"}');
  writeFileSync(join(here.project, '.claude/settings.json'), '{\r\n    "hooks": {"Stop": [ ]}}\r\n');
  writeFileSync(join(other, '.claude/settings.local.json'), '\n\n');
  const before = textsOf(here);
  for (const [place, ...args] of [
    [here.project, '--scope', 'user'],
    [here.project, '--scope', 'project'],
    [here.project, '--scope', 'local'],
    [other, '--scope', 'local'],
    [other, '--plugin', 'guard'],
  ] as const)
    expect(await inProject(here, place, 'install', ...args, '--yes')).toMatchObject({ exitCode: 0 });
  expect(existsSync(join(other, 'guard/hooks/hooks.json'))).toBe(true);
  return { here, other, before };
}

describe('hookctl that is gone', () => {
  it('the agent blocks, and what it says names the way out', async () => {
    const [here, root] = [lab(), join(scratch(), 'hookctl')];
    await copyOfHookctl(root)(here, 'install', '--scope', 'user', '--yes');
    expect(await fireBash(here, 'ls')).toMatchObject({ permission: null });
    rmSync(root, { recursive: true });
    expect(await fireBash(here, 'ls')).toMatchObject({ permission: 'deny' });
    const { stdout } = await hookctl(['fire', '--payload', '-', '--home', here.home], {
      env: here.env,
      cwd: here.project,
      stdin: JSON.stringify({ hook_event_name: 'UserPromptSubmit', prompt: 'hello', session_id: 's' }),
    });
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(WAY_OUT);
    // Another copy of hookctl takes it out again.
    expect(await inLab(here, 'uninstall', '--all', '--yes')).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(here.home, '.claude'))).toBe(false);
  });

  it('`install` says so beforehand, in one sentence', async () => {
    const here = lab();
    const said = async (...args: string[]) => (await inLab(here, 'install', '--dry-run', ...args)).stdout;
    expect(await said('--scope', 'user')).toContain('Run `hookctl uninstall` before you remove hookctl');
    expect(await said('--scope', 'project')).toContain('Everyone who uses these settings needs hookctl (npm ci)');
    await inLab(here, 'install', '--scope', 'user', '--yes');
    expect(await said('--scope', 'user')).not.toContain('before you remove hookctl');
  });
});

describe('uninstall --all', () => {
  it('takes hookctl out of every place it was installed to, byte for byte', async () => {
    const { here, other, before } = await installedEverywhere();
    const dry = await inProject(here, here.home, 'uninstall', '--all', '--dry-run', '--json');
    expect(JSON.parse(dry.stdout)).toMatchObject({
      all: true,
      changed: true,
      dryRun: true,
      purged: null,
      problems: [],
    });
    expect(existsSync(join(other, 'guard'))).toBe(true);
    const { exitCode, stderr } = await inProject(here, here.home, 'uninstall', '--all', '--yes');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(textsOf(here)).toEqual(before);
    expect(existsSync(join(other, 'guard'))).toBe(false);
    const again = await inProject(here, here.home, 'uninstall', '--all', '--yes');
    expect(again.stdout).toBe('hookctl is in no settings file that it knows: nothing to change.\n');
  });

  it('a file that cannot be changed is named, and the others are still changed', async () => {
    const { here, other } = await installedEverywhere();
    const broken = join(other, '.claude/settings.local.json');
    const locked = join(here.project, '.claude/settings.json');
    writeFileSync(broken, '{ no JSON');
    chmodSync(locked, 0o444);
    const kept = readFileSync(locked, 'utf8');
    const { exitCode, stdout, stderr } = await inProject(here, here.home, 'uninstall', '--purge', '--yes');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(new RegExp(`hookctl uninstall: ${broken}:1:3: `));
    expect(stderr).toContain(`hookctl uninstall: ${locked}: is read-only`);
    expect(stdout).toContain('The state stays while a settings file still names hookctl.\n');
    expect(readFileSync(locked, 'utf8')).toBe(kept);
    expect(readFileSync(join(here.home, '.claude/settings.json'), 'utf8')).toBe('{"model":"opus"}');
    expect(existsSync(join(here.state, 'installs'))).toBe(true);
  });

  it('a project that was deleted does not stop it', async () => {
    const { here, other } = await installedEverywhere();
    rmSync(other, { recursive: true });
    expect(await inProject(here, here.home, 'uninstall', '--all', '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(readdirSync(join(here.state, 'installs')).filter((name) => !name.includes('.executable.'))).toEqual([]);
  });

  it.each([
    [['--all', '--scope', 'user'], '--all is every place; --scope and --plugin name one'],
    [['--purge', '--plugin', 'x'], '--purge is every place; --scope and --plugin name one'],
  ])('%s is wrong use', async (args, problem) => {
    const { exitCode, stderr } = await inLab(lab(), 'uninstall', ...args, '--yes');
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(problem) as string });
  });
});

describe('uninstall --purge', () => {
  it('leaves nothing: the home is as it was, with its policies', async () => {
    const here = lab();
    mkdirSync(join(here.home, '.config/hookctl'), { recursive: true });
    writeFileSync(join(here.home, '.config/hookctl/policy.yaml'), 'policy: 1\nextends: [pack:recommended]\n');
    here.write('.hookctl/policy.yaml', 'policy: 1\nrules:\n  x: { at: stop, deny: no }\n');
    mkdirSync(join(here.home, '.claude'));
    writeFileSync(join(here.home, '.claude/settings.json'), '{"model":"opus"}');
    const before = textsOf(here);
    // The usual place: the directory is hookctl's own as a whole.
    const { HOOKCTL_STATE_DIR: _, ...env } = here.env;
    const usual = { ...here, env };
    expect(await inLab(usual, 'install', '--scope', 'user', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await fireBash(usual, 'git push --force origin main')).toMatchObject({ permission: 'deny' });
    const state = join(here.home, '.local/state/hookctl');
    writeFileSync(join(state, 'a-part-of-tomorrow'), '');
    expect(readdirSync(state)).toEqual(expect.arrayContaining(['audit', 'installs', 'policies']));
    const dry = await inLab(usual, 'uninstall', '--purge', '--dry-run');
    expect(dry.stdout).toMatch(/^Would remove: .*\/hookctl, with the audit trail/m);
    expect(existsSync(state)).toBe(true);
    const { stdout, exitCode } = await inLab(usual, 'uninstall', '--purge', '--yes');
    expect({ exitCode, last: stdout.trim().split('\n').at(-1) }).toEqual({
      exitCode: 0,
      last: 'Policies stay: .hookctl/ in your projects, and your own below ~/.config/hookctl.',
    });
    expect(textsOf(here)).toEqual(before);
    expect(existsSync(state)).toBe(false);
    expect((await inLab(usual, 'uninstall', '--purge', '--yes')).stdout).toContain('There is no state of hookctl');
  });

  it('in a directory that a variable names, only what hookctl made', async () => {
    const here = lab();
    await inLab(here, 'install', '--scope', 'user', '--yes');
    await fireBash(here, 'git push --force origin main');
    writeFileSync(join(here.state, 'mine.txt'), 'mine');
    const { stdout } = await inLab(here, 'uninstall', '--purge', '--yes', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ purged: { directory: here.state, foreign: ['mine.txt'] } });
    // Everything but the foreign file was known: nothing of ours is left.
    expect(readdirSync(here.state)).toEqual(['mine.txt']);
  });
});
