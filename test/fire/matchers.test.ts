import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bash, group, HOOKS, play } from './play.ts';
import { scratch } from '../support/scratch.ts';

const matches = async (matcher: string, tool_name: string) => {
  const { handlers } = await play({
    hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command: 'true' }] }] },
    payload: { tool_name, tool_input: {} },
  });
  return handlers[0]?.ran;
};

describe('matchers', () => {
  it('a plain matcher is a whole name, anything else an unanchored regex', async () => {
    const table: [string, string, boolean][] = [
      ['Edit', 'NotebookEdit', false],
      ['Edit.*', 'NotebookEdit', true],
      ['', 'Read', true],
      ['*', 'Read', true],
      ['Edit, Write', 'Write', true],
      ['edit', 'Edit', false],
    ];
    expect(await Promise.all(table.map(([matcher, tool]) => matches(matcher, tool)))).toEqual(
      table.map(([, , expected]) => expected),
    );
  });

  it('three hooks run on their events and tools, and on no others', async () => {
    const command = (name: string) => ({ type: 'command', command: `~/.claude/hooks/${name}` });
    const hooks = {
      PreToolUse: [{ matcher: 'Read', hooks: [command('read-limit-guard.sh')] }],
      PostToolUse: [{ matcher: 'Edit|Write', hooks: [command('doom-loop-detector.sh')] }],
      Stop: [{ hooks: [command('test-gate.sh')] }],
    };
    const tool = (tool_name: string) => ({ tool_name, tool_input: {}, tool_response: {} });
    const events: [string, object, boolean][] = [
      ['PreToolUse', tool('Read'), true],
      ['PreToolUse', tool('Edit'), false],
      ['PostToolUse', tool('Edit'), true],
      ['PostToolUse', tool('Write'), true],
      ['PostToolUse', tool('Read'), false],
      ['Stop', { stop_hook_active: false }, true],
    ];
    const reports = await Promise.all(events.map(([event, payload]) => play({ hooks, event, payload })));
    expect(reports.map(({ handlers, settings }) => [handlers[0]?.ran, settings])).toEqual(
      events.map(([, , ran]) => [ran, []]),
    );
  });

  it('alternatives', async () => {
    expect(
      await Promise.all(['Edit', 'Write', 'Read', 'NotebookEdit'].map((tool) => matches('Edit|Write', tool))),
    ).toEqual([true, true, false, false]);
  });

  it('full regular expressions', async () => {
    const table: [string, string, boolean][] = [
      ['^Notebook', 'NotebookEdit', true],
      ['^Notebook', 'Edit', false],
      ['mcp__.*__write.*', 'mcp__fs__write_file', true],
      ['mcp__.*__write.*', 'mcp__fs__read_file', false],
      ['(a+)+$', `${'a'.repeat(50)}!`, false],
    ];
    expect(await Promise.all(table.map(([matcher, tool]) => matches(matcher, tool)))).toEqual(
      table.map(([, , expected]) => expected),
    );
  });

  it('`Bash(git *)` as a matcher matches no tool; as `if` it does', async () => {
    expect(await matches('Bash(git *)', 'Bash')).toBe(false);
    const report = await play({
      hooks: { PreToolUse: group({ command: 'exit 2', if: 'Bash(git *)' }) },
      payload: bash('git push'),
    });
    expect(report.proceeds).toBe(false);
  });
});

describe('if, and the whole file', () => {
  it('`if` on the group, or in JavaScript, does not filter: the group’s is ignored, the handler’s never fires', async () => {
    const rule = "input.command.startsWith('git')";
    const handler = { type: 'command', command: 'exit 2' };
    const onGroup = { PreToolUse: [{ matcher: 'Bash', if: rule, hooks: [handler] }] };
    const onHandler = { PreToolUse: [{ matcher: 'Bash', hooks: [{ ...handler, if: rule }] }] };
    const ran = async (hooks: object, command: string) =>
      (await play({ hooks, payload: bash(command) })).handlers[0]?.ran;
    expect(
      await Promise.all([
        ran(onGroup, 'ls'),
        ran(onGroup, 'git status'),
        ran(onHandler, 'ls'),
        ran(onHandler, 'git status'),
      ]),
    ).toEqual([true, true, false, false]);
  });

  it('`if: "Bash(git *)"` fires for commands that start with git, also after `cd x &&`, and is passed by `env git`', async () => {
    const table: [string, boolean][] = [
      ['git status', true],
      ['git push --force', true],
      ['cd x && git push -f', true],
      ['GIT_DIR=x git log', true],
      ['ls', false],
      ['gitk', false],
      ['env git push', false],
    ];
    const reports = await Promise.all(
      table.map(([command]) =>
        play({ hooks: { PreToolUse: group({ command: 'exit 2', if: 'Bash(git *)' }) }, payload: bash(command) }),
      ),
    );
    expect(reports.map(({ handlers }) => handlers[0]?.ran)).toEqual(table.map(([, ran]) => ran));
  });

  it('the complete settings.json is accepted as it stands, cleanupPeriodDays included, and its hooks run', async () => {
    const project = scratch();
    const home = join(project, 'home');
    mkdirSync(join(home, '.claude/hooks'), { recursive: true });
    const names = ['read-limit-guard.sh', 'doom-loop-detector.sh', 'test-gate.sh'];
    for (const name of names) {
      const file = join(home, '.claude/hooks', name);
      writeFileSync(file, `#!/bin/bash\nexec ${HOOKS}/${name}\n`);
      chmodSync(file, 0o755);
    }
    const hook = (name: string) => [{ type: 'command', command: `~/.claude/hooks/${name}` }];
    const settings = {
      cleanupPeriodDays: 365,
      hooks: {
        PreToolUse: [{ matcher: 'Read', hooks: hook('read-limit-guard.sh') }],
        PostToolUse: [{ matcher: 'Edit|Write', hooks: hook('doom-loop-detector.sh') }],
        Stop: [{ hooks: hook('test-gate.sh') }],
      },
    };
    const big = join(project, 'big.txt');
    writeFileSync(big, 'x\n'.repeat(2001));
    const env = { XDG_STATE_HOME: join(project, 'state') };
    const read = await play({ settings, project, env, payload: { tool_name: 'Read', tool_input: { file_path: big } } });
    const edit = await play({
      settings,
      project,
      env,
      event: 'PostToolUse',
      payload: { tool_name: 'Edit', tool_input: { file_path: big }, tool_response: {} },
    });
    const stop = await play({ settings, project, env, event: 'Stop', payload: { stop_hook_active: false } });
    expect(
      [read, edit, stop].map(({ settings: warnings, handlers }) => [
        warnings,
        handlers[0]?.ran,
        handlers[0]?.noVerdict,
      ]),
    ).toEqual([
      [[], true, false],
      [[], true, false],
      [[], true, false],
    ]);
    expect([read.proceeds, edit.proceeds]).toEqual([false, true]);
  });
});
