import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Lab, lab } from '../support/dispatcher.ts';
import { HOOKCTL } from '../support/hookctl.ts';
import { fireBash, inLab } from './support/installed.ts';

const POLICY = 'policy: 1\nextends: [pack:recommended]\n';
const OWN_FILE = 'managed-settings.d/50-hookctl.json';
/** What an administrator has written before, in a form that nobody would write. */
const BEFORE = '{"permissions":{"deny":["Read(./.env)"]} ,\n\t"hooks":{}}\n';

/** A directory of managed settings with one file of the administrator. */
function managedLab(): { here: Lab; managed: string } {
  const here = lab(POLICY);
  const managed = join(here.home, 'etc');
  mkdirSync(managed);
  writeFileSync(join(managed, 'managed-settings.json'), BEFORE);
  return { here, managed };
}

describe('install --scope managed', () => {
  it('a file of its own that everybody can read, a deny through it that a project cannot switch off, and nothing left behind', async () => {
    const { here, managed } = managedLab();
    const where = ['--scope', 'managed', '--managed', managed] as const;
    const previous = process.umask(0o077);
    const installed = await inLab(here, 'install', ...where, '--yes', '--json').finally(() => process.umask(previous));
    const file = join(managed, OWN_FILE);
    expect([installed.exitCode, JSON.parse(installed.stdout)]).toMatchObject([
      0,
      {
        scope: 'managed',
        files: [{ path: file, status: 'created' }],
        // A user cannot add events when a rule is written.
        events: [
          { event: 'SessionStart' },
          { event: 'UserPromptSubmit' },
          { event: 'PreToolUse', matcher: '*' },
          { event: 'PostToolUse', matcher: '*' },
          { event: 'PostToolUseFailure', matcher: '*' },
          { event: 'Stop' },
          { event: 'SubagentStop' },
        ],
        problems: [],
      },
    ]);
    const modes = [file, join(managed, 'managed-settings.d')].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o644, 0o755]);
    here.write('.claude/settings.json', '{"disableAllHooks": true}\n');
    const fired = await fireBash(here, 'git push --force origin main', '--managed', managed);
    expect(fired).toMatchObject({ permission: 'deny', handlers: [{ ran: true, source: 'managed' }] });
    const doctor = await inLab(here, 'doctor', '--managed', managed, '--json');
    expect([doctor.exitCode, JSON.parse(doctor.stdout)]).toMatchObject([
      0,
      { armed: true, canary: [{ outcome: 'denied', file }] },
    ]);
    const again = await inLab(here, 'install', ...where, '--yes');
    expect(again.stdout).toContain('50-hookctl.json: nothing to change\n');
    expect(await inLab(here, 'uninstall', ...where, '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(readdirSync(managed)).toEqual(['managed-settings.json']);
    expect(readFileSync(join(managed, 'managed-settings.json'), 'utf8')).toBe(BEFORE);
  });

  it('warns where the hook would run twice', async () => {
    const { here, managed } = managedLab();
    await inLab(here, 'install', '--scope', 'user', '--yes');
    const planned = await inLab(here, 'install', '--scope', 'managed', '--managed', managed, '--dry-run', '--json');
    const { warnings } = JSON.parse(planned.stdout) as { warnings: string[] };
    expect(warnings).toContainEqual(expect.stringMatching(/\.claude\/settings\.json starts .*--scope user/));
    expect(existsSync(join(managed, OWN_FILE))).toBe(false);
  });

  it.each([
    [['install', '--scope', 'managed', '--home', '.', '--dry-run'], 1, /name the directory .* with --managed/],
    [['install', '--scope', 'managed', '--agent', 'codex', '--dry-run'], 2, /--scope managed is for Claude Code only/],
    [['init', '--scope', 'managed', '--yes'], 2, /is for `hookctl install`/],
    [['policy-helper', '--settings', 'relative'], 2, /an absolute path only/],
    [['policy-helper', '--settings', '/x', '--script'], 2, /give one/],
  ])('%j is refused with %i', async (args, code, words) => {
    const { here } = managedLab();
    const { exitCode, stderr } = await inLab(here, ...args);
    expect([exitCode, stderr]).toEqual([code, expect.stringMatching(words)]);
  });
});

/** The script and the settings that name it, as docs/install.md says. */
async function withHelper(here: Lab, managed: string): Promise<string> {
  const script = join(managed, 'hookctl-policy-helper');
  writeFileSync(script, (await inLab(here, 'policy-helper', '--script')).stdout);
  chmodSync(script, 0o755);
  mkdirSync(join(managed, 'managed-settings.d'));
  writeFileSync(join(managed, OWN_FILE), (await inLab(here, 'policy-helper', '--settings', script)).stdout);
  return script;
}

describe('policy-helper', () => {
  it('its settings join those of the files, and doctor and fire see them', async () => {
    const { here, managed } = managedLab();
    const script = await withHelper(here, managed);
    expect(await fireBash(here, 'git push --force origin main', '--managed', managed)).toMatchObject({
      permission: 'deny',
      handlers: [{ ran: true, source: 'managed' }],
    });
    const doctor = await inLab(here, 'doctor', '--managed', managed, '--json');
    expect([doctor.exitCode, JSON.parse(doctor.stdout)]).toMatchObject([
      0,
      { armed: true, canary: [{ outcome: 'denied', file: script }] },
    ]);
  });

  it('a helper that fails is a problem for doctor: the client would not start', async () => {
    const { here, managed } = managedLab();
    const script = await withHelper(here, managed);
    writeFileSync(script, '#!/bin/sh\necho gone >&2\nexit 3\n');
    const { exitCode, stdout } = await inLab(here, 'doctor', '--managed', managed);
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('the policy helper ended with 3: gone')]);
  });

  it('no variable of the user leads the script to other code', async () => {
    const { here, managed } = managedLab();
    const script = await withHelper(here, managed);
    const evil = here.write('evil.cjs', 'process.stdout.write("{}"); process.exit(0);');
    const env = { ...here.env, NODE_OPTIONS: `--require ${evil}`, PATH: '/nowhere' };
    const { status, stdout } = spawnSync(script, [], { cwd: '/', env, encoding: 'utf8' });
    expect([status, Object.keys(JSON.parse(stdout) as object)]).toEqual([0, ['managedSettings']]);
  });

  it('prints nothing and ends with 1 where no dispatcher works', () => {
    const here = lab(POLICY);
    // Without a temporary directory no dispatcher can be proved.
    const env = { ...here.env, TMPDIR: join(here.home, 'missing') };
    const { status, stdout } = spawnSync(process.execPath, [HOOKCTL, 'policy-helper'], { env, encoding: 'utf8' });
    expect([status === 0, stdout]).toEqual([false, '']);
  });
});
