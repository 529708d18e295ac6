import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lab } from '../support/dispatcher.ts';
import { HOOKCTL, ROOT } from '../support/hookctl.ts';
import { fireBash, inLab, startInLab } from './support/installed.ts';

const NODE = { command: process.execPath, args: [join(ROOT, 'dist', 'dispatcher.cjs')] };
const TEXT = '{\r\n    "hooks": {"Stop": [ ]},\r\n    "model": "opus"}\r\n';

describe('install and uninstall', () => {
  it('a diff, the file, a deny through it, a clean bill from doctor, and the file as it was', async () => {
    const here = lab('policy: 1\nextends: [pack:recommended]\n');
    const file = here.write('.claude/settings.json', TEXT);
    const installed = await inLab(here, 'install', '--scope', 'project', '--yes');
    const { stdout, ...rest } = installed;
    expect(rest).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toMatch(/^--- .*settings\.json\n\+\+\+ .*settings\.json\n@@ -1,3 \+1,3 @@\n \{\n-/);
    expect(stdout).toMatch(/\nchanged .*settings\.json {2}\(as it was: .*backups.*\)\ndispatcher: (node|native), /);
    expect(stdout).toContain('\nevents: SessionStart, PreToolUse\n');
    expect(await fireBash(here, 'git push --force origin main')).toMatchObject({ permission: 'deny' });
    expect(await fireBash(here, 'ls')).toMatchObject({ permission: null, handlers: [{ ran: true }] });
    expect(await inLab(here, 'install', '--scope', 'project', '--yes')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('settings.json: nothing to change\n') as string,
    });
    expect(await inLab(here, 'doctor')).toMatchObject({ exitCode: 0 });
    expect(await inLab(here, 'uninstall', '--scope', 'project', '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(readFileSync(file, 'utf8')).toBe(TEXT);
    expect(readdirSync(join(here.project, '.claude'))).toEqual(['settings.json']);
  });

  it('--json says it all, for each scope; the default is local where hookctl lies outside the project', async () => {
    const here = lab('policy: 1\nrules:\n  x: { at: stop, deny: no }\n');
    const told = async (...args: string[]) =>
      JSON.parse((await inLab(here, 'install', '--yes', '--json', ...args)).stdout) as Record<string, unknown>;
    const local = await told();
    expect(local).toEqual({
      action: 'install',
      agent: 'claude-code',
      scope: 'local',
      dryRun: false,
      changed: true,
      files: [{ path: join(here.project, '.claude/settings.local.json'), status: 'created', backup: null }],
      // Every policy asks about commands that were not read to their end.
      events: [
        { event: 'SessionStart' },
        { event: 'UserPromptSubmit' },
        { event: 'PreToolUse', matcher: '*' },
        { event: 'Stop' },
      ],
      dispatcher: {
        kind: expect.any(String),
        command: expect.any(String),
        args: expect.any(Array),
        ms: expect.any(Number),
      },
      rejected: [],
      warnings: [],
      problems: [],
    });
    expect(statSync(join(here.project, '.claude/settings.local.json')).mode & 0o777).toBe(0o600);
    const user = await told('--scope', 'user');
    expect(user['files']).toMatchObject([{ path: join(here.home, '.claude/settings.json') }]);
    // What other projects need: the pack `default` is in force there.
    expect(user['events']).toContainEqual({ event: 'PreToolUse', matcher: '*' });
    // The same dispatcher in two files runs once.
    expect(user['warnings']).toEqual([]);
    const fired = await fireBash(here, 'ls');
    expect(fired.handlers.filter(({ ran }) => ran)).toHaveLength(1);
    expect(await told('--scope', 'project', '--dry-run')).toMatchObject({
      dryRun: true,
      files: [{ status: 'planned' }],
      warnings: [expect.stringContaining('shared with a team')],
    });
    expect(existsSync(join(here.project, '.claude/settings.json'))).toBe(false);
  });

  it('CLAUDE_CONFIG_DIR is where the user settings are; --home leaves it alone', async () => {
    const here = lab();
    const config = join(here.home, 'elsewhere');
    const set = { ...here, env: { ...here.env, CLAUDE_CONFIG_DIR: config } };
    await inLab(set, 'install', '--scope', 'user', '--yes');
    expect(readdirSync(config)).toEqual(['settings.json']);
    await inLab(set, 'install', '--scope', 'user', '--yes', '--home', join(here.home, 'other'));
    expect(existsSync(join(here.home, 'other', '.claude', 'settings.json'))).toBe(true);
  });

  it('another dispatcher beside it is told, and a hint where uninstall finds nothing', async () => {
    const here = lab();
    here.write(
      join(here.home, '.claude/settings.json'),
      JSON.stringify({
        hooks: { Stop: [{ hooks: [{ type: 'command', command: '/old/hookctl/dispatcher', args: [] }] }] },
      }),
    );
    const { stdout } = await inLab(here, 'install', '--yes');
    expect(stdout).toMatch(/note: .*home\/\.claude\/settings\.json starts another dispatcher: both would run/);
    expect(await inLab(here, 'uninstall', '--scope', 'project', '--yes')).toEqual({
      stdout:
        'hookctl is not installed in project settings: nothing to change. It is in user settings (--scope user). It is in local settings (--scope local).\n',
      stderr: '',
      exitCode: 0,
    });
  });

  it('a directory of somebody else: a clear error, nothing lost', async ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root can start a process as somebody else');
    const nobody = { uid: 65_534, gid: 65_534 };
    skip(
      spawnSync(process.execPath, [HOOKCTL, '--version'], nobody).status !== 0,
      'this clone is not readable for all',
    );
    const here = lab();
    for (const path of [join(here.project, '..'), here.project, here.home]) chmodSync(path, 0o755);
    mkdirSync(here.state);
    chmodSync(here.state, 0o777);
    const ran = spawnSync(process.execPath, [HOOKCTL, 'install', '--scope', 'project', '--yes'], {
      ...nobody,
      cwd: here.project,
      env: { ...here.env, HOOKCTL_STATE_DIR: join(here.state, 'own') },
      encoding: 'utf8',
    });
    expect({ status: ran.status, stderr: ran.stderr }).toEqual({
      status: 1,
      stderr: `hookctl install: ${join(here.project, '.claude')}: cannot be created (EACCES); nothing was written\n`,
    });
  });
});

describe('asking', () => {
  it('says which rules hold where nobody wrote a policy', async () => {
    const none = await inLab(lab(), 'install', '--dry-run');
    expect(none.stdout).toContain('note: No policy file: the pack "default" is in force. It refuses ');
    const own = await inLab(lab('policy: 1\nrules: {}\n'), 'install', '--dry-run');
    expect(own.stdout).not.toContain('No policy file');
  });

  it('without a terminal and without --yes nothing is written', async () => {
    const here = lab();
    const ran = await inLab(here, 'install', '--scope', 'project');
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toMatch(/^hookctl install: there is no terminal to ask on; --yes writes without asking/);
    expect(existsSync(join(here.project, '.claude'))).toBe(false);
  });

  it.each<[string[], RegExp]>([
    [['--scope', 'usr'], /"usr" is not user, project, local, managed; did you mean "user"\?/],
    [['--agent', 'nobody'], /no agent "nobody"; known: claude-code, .*\bcodex, /],
    [['--plugin', 'x', '--scope', 'user'], /--plugin and --scope name two places/],
    [['--json'], /--json needs --yes or --dry-run/],
  ])('%j is wrong use', async (args, message) => {
    const ran = await inLab(lab(), 'install', ...args);
    expect([ran.exitCode, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toMatch(message);
  });
});

describe('several at once', () => {
  it('four installs: each event once, and nothing lost', async () => {
    const here = lab();
    const file = here.write('.claude/settings.json', TEXT);
    const all = await Promise.all([1, 2, 3, 4].map(() => startInLab(here, 'install', '--scope', 'project', '--yes')));
    expect(
      all.map(({ exitCode, stderr }) => [exitCode, stderr.replaceAll(/^The file has changed meanwhile.*\n/gm, '')]),
    ).toEqual(all.map(() => [0, '']));
    const { hooks, model } = JSON.parse(readFileSync(file, 'utf8')) as {
      hooks: Record<string, unknown[]>;
      model: string;
    };
    expect([model, Object.values(hooks).map((groups) => groups.length)]).toEqual([
      'opus',
      Object.keys(hooks).map(() => 1),
    ]);
    await inLab(here, 'uninstall', '--scope', 'project', '--yes');
    expect(readFileSync(file, 'utf8')).toBe(TEXT);
  });
});

describe('hookctl check', () => {
  it('warns while rules wait for an event that nobody sends', async () => {
    const here = lab('policy: 1\nrules:\n  a: { before: run, when: { runs: x }, deny: no }\n');
    await inLab(here, 'install', '--yes');
    expect((await inLab(here, 'check')).stdout).toBe('1 file, 1 rule: no problems\n');
    const grown =
      'policy: 1\nrules:\n  a: { before: run, when: { runs: x }, deny: no }\n  b: { after: Read, warn: hm }\n';
    writeFileSync(join(here.project, '.hookctl/policy.yaml'), grown);
    expect((await inLab(here, 'check')).stdout).toContain(
      'policy.yaml:1:1: warning: the hook is not registered for PostToolUse, PostToolUseFailure, which rules need; run `hookctl install` again\n',
    );
    await inLab(here, 'install', '--yes');
    expect((await inLab(here, 'check')).stdout).toBe('1 file, 2 rules: no problems\n');
    // A matcher that has become too narrow is as silent as a missing event.
    writeFileSync(join(here.project, '.hookctl/policy.yaml'), grown.replace('after: Read', 'after: WebFetch'));
    expect((await inLab(here, 'check')).stdout).toContain('not registered for PostToolUse');
  });
});

it('the launch is absolute and the Node one is Node itself', async () => {
  const here = lab();
  const { stdout } = await inLab(here, 'install', '--dry-run', '--json');
  const { dispatcher } = JSON.parse(stdout) as { dispatcher: { kind: string; command: string; args: string[] } };
  if (dispatcher.kind === 'node') expect(dispatcher).toMatchObject(NODE);
  else expect(dispatcher).toMatchObject({ command: join(ROOT, 'dist/native/dispatcher'), args: [] });
});
