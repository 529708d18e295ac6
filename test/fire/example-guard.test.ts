import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, run } from '../support/hookctl.ts';
import { bash, HOOKS, play, script } from './play.ts';
import { scratch } from '../support/scratch.ts';

/** A PATH with bash and these programs alone. */
function pathWith(programs: string[]): string {
  const dir = scratch();
  for (const name of programs) {
    writeFileSync(join(dir, name), '#!/bin/sh\n');
    chmodSync(join(dir, name), 0o755);
  }
  return dir;
}

describe('bash-guard', () => {
  const guard = (command: string) =>
    play({
      hooks: {
        PreToolUse: [
          { matcher: 'Bash', hooks: [{ type: 'command', command: join(HOOKS, 'bash-guard.sh'), timeout: 30 }] },
        ],
      },
      payload: bash(command),
    });
  const refused = async (...commands: string[]) => {
    const reports = await Promise.all(commands.map(guard));
    return commands.filter((_, index) => reports[index]?.proceeds === false);
  };

  it('the settings example runs as a plugin, with its root filled in; in a settings file it cannot', async () => {
    const plugin = scratch();
    mkdirSync(join(plugin, 'scripts/lib'), { recursive: true });
    mkdirSync(join(plugin, 'hooks'));
    for (const name of ['bash-guard.sh', 'lib/payload.sh'])
      copyFileSync(join(HOOKS, name), join(plugin, 'scripts', name));
    chmodSync(join(plugin, 'scripts/bash-guard.sh'), 0o755);
    const hooks = {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [{ type: 'command', command: '${CLAUDE_PLUGIN_ROOT}/scripts/bash-guard.sh', timeout: 30 }],
        },
      ],
    };
    writeFileSync(join(plugin, 'hooks/hooks.json'), JSON.stringify({ hooks }));
    const [asPlugin, asSettings] = await Promise.all([
      play({ args: ['--plugin', plugin], payload: bash('rm -rf /') }),
      play({ hooks, payload: bash('rm -rf /') }),
    ]);
    expect([asPlugin.proceeds, asPlugin.reason, asPlugin.settings]).toEqual([
      false,
      'Error: Dangerous command pattern detected',
      [],
    ]);
    expect([asSettings.proceeds, asSettings.handlers[0]?.outcome]).toEqual([true, 'non-blocking-error']);
  });

  it('blocks `rm -rf /`, also spelt otherwise, and not `rm -rf /tmp/build`', async () => {
    const bad = ['rm -rf /', 'rm -fr /', 'rm -r -f /', 'rm  -rf  /'];
    expect(await refused(...bad, 'rm -rf /tmp/build', 'git commit -m "rm -rf /"')).toEqual(bad);
  });

  it('blocks rm below two parents', async () => {
    expect(await refused('rm -rf ../../x', 'rm -rf ../x/../y', 'rm -rf ./x')).toEqual([
      'rm -rf ../../x',
      'rm -rf ../x/../y',
    ]);
  });

  it('blocks `> /etc/`, with and without the blank', async () => {
    expect(await refused('echo x > /etc/hosts', 'echo x >/etc/hosts', 'cat /etc/hosts')).toEqual([
      'echo x > /etc/hosts',
      'echo x >/etc/hosts',
    ]);
  });

  it('blocks the fork bomb under any name', async () => {
    expect(await refused(':(){ :|:& };:', 'b(){ b|b& };b', 'f(){ echo; };f')).toEqual([
      ':(){ :|:& };:',
      'b(){ b|b& };b',
    ]);
  });

  it('a match says `Error: Dangerous command pattern detected` and exits with 2, no match with 0', async () => {
    expect(await script('bash-guard.sh', JSON.stringify({ tool_input: { command: 'rm -rf /' } }))).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'Error: Dangerous command pattern detected\n',
    });
    expect(await script('bash-guard.sh', JSON.stringify({ tool_input: { command: 'ls' } }))).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
  });

  const verbatim = (line: string, env?: Record<string, string>) =>
    run('sh', ['-c', `${line}; echo "Exit code: $?"`], { cwd: join(ROOT, 'examples'), ...(env ? { env } : {}) });

  it('echo "rm -rf /" | ./hooks/bash-guard.sh: 2', async () => {
    expect((await verbatim('echo "rm -rf /" | ./hooks/bash-guard.sh')).stdout).toBe('Exit code: 2\n');
  });

  it('echo "ls -la" | ./hooks/bash-guard.sh: 0', async () => {
    expect((await verbatim('echo "ls -la" | ./hooks/bash-guard.sh')).stdout).toBe('Exit code: 0\n');
  });

  it('./hooks/env-check.sh: 1, where git is there and node is not', async () => {
    const dir = pathWith(['git']);
    symlinkSync('/bin/sh', join(dir, 'sh'));
    expect((await verbatim('./hooks/env-check.sh', { PATH: dir })).stdout).toBe('Exit code: 1\n');
  });
});
