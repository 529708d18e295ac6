import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { HOOKCTL, hookctl, type Ran, ROOT } from '../support/hookctl.ts';
import { eachHook, patient, type Patient, useInstalled } from './support.ts';

useInstalled();

/** What a person sees, without what differs from machine to machine. */
async function page(here: Patient, args: string[] = []): Promise<Ran> {
  const { stdout, ...rest } = await here.doctor(['--home', here.home, ...args]);
  const text = stdout
    .replaceAll(here.base, '@')
    .replaceAll(ROOT, '@hookctl')
    .replaceAll(process.execPath, '@node')
    .replaceAll(process.versions.node, '@version')
    .replaceAll(`hookctl ${packageJson.version}`, 'hookctl @version')
    .replaceAll(`version ${packageJson.version}`, 'version @version')
    .replaceAll(/\d+ ms/g, 'N ms')
    .replaceAll(/\d+ rules/g, 'N rules');
  return { stdout: text, ...rest };
}

describe('the page', () => {
  it('armed', async () => {
    const { stdout, stderr, exitCode } = await page(patient());
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toMatchInlineSnapshot(`
      "ARMED   hookctl stops what the policy denies in @/project

      Versions
        ! Claude Code is not on the search path; its version is not known.
            → Nothing, if Claude Code is started by other means, such as an editor or a container.

      8 checks passed (--verbose shows them).

      ARMED   1 warning
      "
    `);
  });

  it('--verbose lists what is fine', async () => {
    const { stdout, exitCode } = await page(patient(), ['--verbose']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "ARMED   hookctl stops what the policy denies in @/project

      Canary
        ✓ A test call was denied by the hook and the deny came back (N ms).
            ~/.claude/settings.json
            @node @hookctl/dist/dispatcher.cjs --agent claude-code

      Hooks
        ✓ Settings in force: user.
            ~/.claude/settings.json
        ✓ Registered for all events that the policy needs: SessionStart, UserPromptSubmit, PreToolUse, PostToolUse, PostToolUseFailure, Stop.
            ~/.claude/settings.json
          SessionStart        user  hookctl
          UserPromptSubmit    user  hookctl
          PreToolUse          user  hookctl
          PostToolUse         user  hookctl  ^(?:Bash|PowerShell|Monitor|REPL|Edit|MultiEdit|Write|NotebookEdit|mcp__.*)$
          PostToolUseFailure  user  hookctl  ^(?:Bash|PowerShell|Monitor|REPL|Edit|MultiEdit|Write|NotebookEdit|mcp__.*)$
          Stop                user  hookctl

      Dispatcher
        ✓ On Node, version @version.
            @hookctl/dist/dispatcher.cjs

      Policy
        ✓ No policy file: the pack "default" is in force. It refuses what cannot be undone, asks about secrets, system files and files written from the shell, and lets no agent stop before its tests have passed. \`hookctl init\` writes your own policy. (N rules, all in mode enforce)

      State
        ✓ It does not exist yet; the first event creates it.
            @/state

      Environment
        ✓ No environment variable changes how the hook works.

      Versions
        ✓ hookctl @version on Node @version.
        ! Claude Code is not on the search path; its version is not known.
            → Nothing, if Claude Code is started by other means, such as an editor or a container.

      ARMED   1 warning
      "
    `);
  });

  it('fits the terminal, and no word is cut', async () => {
    const here = patient();
    const wide = await here.doctor(['--verbose']);
    const narrow = await patient({ COLUMNS: '60' }).doctor(['--verbose']);
    const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /^[A-Za-z]+[.,:;]?$/.test(word));
    expect(wordsOf(narrow.stdout)).toEqual(wordsOf(wide.stdout));
    expect(narrow.stdout.split('\n').filter((line) => line.length > 60 && line.trim().includes(' '))).toEqual([]);
  });

  it('a policy that is only watched does not look armed', async () => {
    const here = patient();
    here.write('project/.hookctl/policy.yaml', 'policy: 1\nextends: [{ pack: recommended, mode: observe }]\n');
    const { stdout, exitCode } = await page(here);
    const lines = stdout.trimEnd().split('\n');
    expect({ exitCode, first: lines[0], last: lines.at(-1) }).toEqual({
      exitCode: 1,
      first: 'OBSERVING   hookctl records what the policy denies in @/project, and stops nothing',
      last: 'OBSERVING   2 warnings',
    });
  });

  it('not armed', async () => {
    const here = patient({ HOOKCTL_MODE: 'observe' });
    here.copy('project/.claude/settings.json', (settings) => eachHook(settings, (hook) => (hook['async'] = true)));
    const { stdout, stderr, exitCode } = await page(here);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 1 });
    expect(stdout).toMatchInlineSnapshot(`
      "NOT ARMED   hookctl does not hold the policy in @/project

      Canary
        ✗ The hook runs in the background, where it can deny nothing.
            @/project/.claude/settings.json
            @node @hookctl/dist/dispatcher.cjs --agent claude-code
            → Remove "async" from its settings.

      Hooks
        ✗ SessionStart, UserPromptSubmit, PreToolUse, PostToolUse, PostToolUseFailure, Stop: a copy of the hook takes the place of the one in ~/.claude/settings.json, and there it runs in the background ("async"), where it can deny nothing.
            @/project/.claude/settings.json
            → Remove the copy. Anyone who can write that file can disarm the hook.
          SessionStart        user     hookctl (not run: a later copy of it is run instead)
          SessionStart        project  hookctl
          UserPromptSubmit    user     hookctl (not run: a later copy of it is run instead)
          UserPromptSubmit    project  hookctl
          PreToolUse          user     hookctl (not run: a later copy of it is run instead)
          PreToolUse          project  hookctl
          PostToolUse         user     hookctl (not run: a later copy of it is run instead)  ^(?:Bash|PowerShell|Monitor|REPL|Edit|MultiEdit|Write|NotebookEdit|mcp__.*)$
          PostToolUse         project  hookctl                                               ^(?:Bash|PowerShell|Monitor|REPL|Edit|MultiEdit|Write|NotebookEdit|mcp__.*)$
          PostToolUseFailure  user     hookctl (not run: a later copy of it is run instead)  ^(?:Bash|PowerShell|Monitor|REPL|Edit|MultiEdit|Write|NotebookEdit|mcp__.*)$
          PostToolUseFailure  project  hookctl                                               ^(?:Bash|PowerShell|Monitor|REPL|Edit|MultiEdit|Write|NotebookEdit|mcp__.*)$
          Stop                user     hookctl (not run: a later copy of it is run instead)
          Stop                project  hookctl

      Environment
        ! HOOKCTL_MODE=observe: rules only watch, nothing is denied.
            → unset HOOKCTL_MODE

      Versions
        ! Claude Code is not on the search path; its version is not known.
            → Nothing, if Claude Code is started by other means, such as an editor or a container.

      5 checks passed (--verbose shows them).

      NOT ARMED   2 problems, 2 warnings
      "
    `);
  });
});

it('a directory on the search path that may not be entered is no trouble', () => {
  const here = patient();
  const locked = join(here.base, 'locked');
  mkdirSync(locked, { mode: 0o000 });
  onTestFinished(() => chmodSync(locked, 0o700));
  // Root may enter everything, so another user has to look.
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  for (const path of [here.base, here.home, here.project]) chmodSync(path, 0o777);
  const { stdout, stderr } = spawnSync(process.execPath, [HOOKCTL, 'doctor', '--json'], {
    ...asNobody,
    cwd: here.project,
    env: { ...here.env, PATH: `${locked}:${process.env['PATH']}` },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ project: here.project });
});

it.each([
  ['an unknown agent', ['--agent', 'wibble'], 'hookctl doctor: --agent: no "wibble"; known: claude-code'],
  ['a project that is not there', ['--project', '/no/such'], 'hookctl doctor: --project: no directory /no/such'],
  ['a home that is not there', ['--home', '/no/such'], 'hookctl doctor: --home: no directory /no/such'],
])('wrong use: %s', async (_, args, message) => {
  const { stdout, stderr, exitCode } = await patient().doctor(args);
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  expect(stderr).toContain(message);
  // One line; after wrong use of the command line, the usage follows.
  expect(
    stderr
      .slice(0, stderr.search(/\nUsage: |$/))
      .trimEnd()
      .split('\n'),
  ).toHaveLength(1);
});

it.each([
  ['tabs', '{\n\t"model": "opus",\n\t"hooks": {}\n}\n'],
  ['a byte order mark and CRLF', '\uFEFF{\r\n  "env": { "A": "1" }\r\n}\r\n'],
  ['one line', '{"permissions":{"deny":["Read(.env)"]}}'],
  ['hooks of others', '{ "hooks": {"PreToolUse": [ {"hooks":[{"type":"command","command":"true"}]} ] } }\n'],
])('install, doctor, uninstall leave the settings as they were: %s', async (_, text) => {
  const here = patient();
  const file = join(here.project, '.claude/settings.local.json');
  here.write('project/.claude/settings.local.json', text);
  const run = (command: string, ...args: string[]) =>
    hookctl([command, ...args, '--home', here.home, '--project', here.project], { env: here.env, cwd: here.project });
  writeFileSync(join(here.home, '.claude/settings.json'), '{}');
  expect((await run('install', '--yes', '--scope', 'local')).exitCode).toBe(0);
  const installed = readFileSync(file);
  expect((await run('doctor')).exitCode).toBe(0);
  expect(readFileSync(file).equals(installed)).toBe(true);
  expect((await run('uninstall', '--yes', '--scope', 'local')).exitCode).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
