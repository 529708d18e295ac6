import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ProbeReport } from '../../src/probe/probe.ts';
import { whyNoNamespace } from '../../src/probe/sandbox/namespace.ts';
import { HOOKCTL, hookctl } from '../support/hookctl.ts';
import { scratch } from '../support/scratch.ts';

const PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;

function project(settings?: unknown): { root: string; env: Record<string, string> } {
  const root = scratch();
  mkdirSync(join(root, '.claude'));
  if (settings !== undefined) writeFileSync(join(root, '.claude/settings.json'), JSON.stringify(settings));
  return { root, env: { PATH, HOME: join(root, 'home') } };
}

const GUARD = '#!/bin/sh\nif grep -q crown-jewels; then echo "Not the jewels." >&2; exit 2; fi\n';

it('no hooks', async () => {
  const { root, env } = project();
  expect(await hookctl(['probe', '--home', root], { env, cwd: root })).toEqual({
    stdout: 'No hooks are configured here: there is nothing to probe.\n',
    stderr: '',
    exitCode: 0,
  });
});

it('a settings file that the client drops', async () => {
  const { root, env } = project({
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true', timeout: '5' }] }] },
  });
  const { stdout, exitCode } = await hookctl(['probe', '--home', join(root, 'none')], { env, cwd: root });
  expect({ stdout, exitCode }).toEqual({
    stdout: `✗ ${root}/.claude/settings.json is not in force: the client drops it. Run "hookctl lint".\n\nA settings file is not in force.\n`,
    exitCode: 1,
  });
});

it("hookctl's own hook is left to doctor", async () => {
  const { root, env } = project();
  const home = join(root, 'home');
  mkdirSync(home);
  await hookctl(['install', '--yes', '--scope', 'project', '--home', home, '--project', root], { env, cwd: root });
  const { stdout, exitCode } = await hookctl(['probe', '--home', home, '--json'], { env, cwd: root });
  const { guards, notProbed } = JSON.parse(stdout) as ProbeReport;
  expect({ exitCode, guards, events: notProbed.map(({ event }) => event).includes('PreToolUse') }).toEqual({
    exitCode: 0,
    guards: [],
    events: true,
  });
  expect(notProbed.every(({ why }) => why.startsWith("hookctl's own hook: `hookctl doctor`"))).toBe(true);
});

it('a script that no handler runs, on the event that is named', async () => {
  const { root, env } = project();
  writeFileSync(join(root, 'guard.sh'), GUARD, { mode: 0o755 });
  const args = ['probe', 'guard.sh', '--event', 'UserPromptSubmit', '--home', join(root, 'none'), '--json'];
  const { stdout, exitCode } = await hookctl(args, { env, cwd: root });
  const { guards } = JSON.parse(stdout) as ProbeReport;
  expect({
    exitCode,
    guards: guards.map(({ name, event, verdict, refuses, words }) => ({ name, event, verdict, refuses, words })),
  }).toEqual({
    exitCode: 0,
    guards: [
      {
        name: 'guard.sh',
        event: 'UserPromptSubmit',
        verdict: 'works',
        refuses: ['prompt: crown-jewels', 'prompt: crown-jewels Not the jewels.'].slice(0, guards[0]?.refuses.length),
        words: 'Not the jewels.',
      },
    ],
  });
}, 300_000);

it.each([
  [['--event', 'PreTooluse'], 'hookctl probe: "PreTooluse" is not a hook event; did you mean "PreToolUse"?'],
  [['--time-limit', 'soon'], 'hookctl probe: --time-limit: "soon" is not a number of seconds up to 3600'],
  [['--budget', '0'], 'hookctl probe: --budget: "0" is not a number of seconds up to 3600'],
  [['--project', 'nowhere'], 'hookctl probe: --project: no directory'],
  [['no-such-script.sh'], 'hookctl probe: no file'],
])('wrong use: %s', async (args, message) => {
  const { root, env } = project();
  const { stderr, exitCode } = await hookctl(['probe', ...args, '--home', join(root, 'none')], { env, cwd: root });
  expect({ begins: stderr.startsWith(message), stderr, exitCode }).toEqual({ begins: true, stderr, exitCode: 2 });
});

it('a script beside the project, in a place that the sandbox replaces', { timeout: 300_000 }, async () => {
  const { root, env } = project();
  mkdirSync(join(root, 'tools'));
  writeFileSync(join(root, 'tools', 'guard.sh'), GUARD, { mode: 0o755 });
  const args = [
    'probe',
    join(root, 'tools', 'guard.sh'),
    '--matcher',
    'Bash',
    '--project',
    join(root, '.claude'),
    '--json',
  ];
  const { stdout } = await hookctl(args, { env, cwd: root });
  const { guards } = JSON.parse(stdout) as ProbeReport;
  expect(guards.map(({ verdict, refuses }) => [verdict, refuses[0]])).toEqual([['works', 'Bash: crown-jewels']]);
});

describe('below an agent', () => {
  it('is refused without isolation, since a guard could then change anything', async () => {
    const { root, env } = project();
    const { stdout, stderr, exitCode } = await hookctl(['probe', '--no-isolation'], {
      env: { ...env, CLAUDECODE: '1' },
      cwd: root,
    });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
    expect(stderr).toContain('it changes whatever the guards write: they run without isolation');
  });

  it('is open in the sandbox', { skip: whyNoNamespace() !== null }, async () => {
    const { root, env } = project();
    const { stdout, exitCode } = await hookctl(['probe'], { env: { ...env, CLAUDECODE: '1' }, cwd: root });
    expect({ stdout, exitCode }).toEqual({
      stdout: 'No hooks are configured here: there is nothing to probe.\n',
      exitCode: 0,
    });
  });
});

it.each(['SIGINT', 'SIGHUP'] as const)(
  '%s ends it cleanly',
  { skip: process.platform !== 'linux', timeout: 300_000 },
  async (signal) => {
    const { root, env } = project({
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'sleep 60' }] }] },
    });
    const tmp = join(root, 'tmp');
    mkdirSync(tmp);
    const child = spawn(process.execPath, [HOOKCTL, 'probe', '--home', join(root, 'none')], {
      cwd: root,
      env: { ...env, TMPDIR: tmp },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    // The scratch directory is there as soon as the trial begins.
    await vi.waitFor(() => expect(readdirSync(tmp)).not.toEqual([]), { timeout: 60_000 });
    child.kill(signal);
    const exitCode = await new Promise((resolve) => child.once('exit', resolve));
    expect({ exitCode, stderr, left: readdirSync(tmp) }).toEqual({
      exitCode: 130,
      stderr: 'hookctl probe: interrupted after 0 guards; nothing is left behind\n',
      left: [],
    });
  },
);
