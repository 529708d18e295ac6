import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../support/hookctl.ts';
import { bash, gist, group, HOOKS, play, QUIET, script } from './play.ts';
import { scratch } from '../support/scratch.ts';

const on = (command: string, event = 'PreToolUse', payload?: object) =>
  play({ event, hooks: { [event]: group(command) }, ...(payload ? { payload } : {}) });
const DENY = JSON.stringify({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'json' },
});
const ALLOW = JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } });
/** A PATH with bash and these programs alone. */
function pathWith(programs: string[]): string {
  const dir = scratch();
  for (const name of programs) {
    writeFileSync(join(dir, name), '#!/bin/sh\n');
    chmodSync(join(dir, name), 0o755);
  }
  return dir;
}

describe('the exit codes', () => {
  it('the exit code decides whether the action proceeds', async () => {
    const codes = [0, 1, 2, 3, 127];
    const reports = await Promise.all(codes.map((code) => on(`exit ${code}`)));
    expect(reports.map(({ proceeds }) => proceeds)).toEqual([true, true, false, true, true]);
  });

  it('exit 0: the action continues, nobody is told', async () => {
    const report = await on('exit 0');
    expect(gist(report)).toEqual({ ...QUIET, outcomes: ['success'] });
    expect(report.handlers[0]?.notice).toBeNull();
  });

  it('exit 0 is for checks that passed and a setup that is done', async () => {
    const events: [string, object][] = [
      ['PreToolUse', bash('ls')],
      ['PostToolUse', { ...bash('ls'), tool_response: {} }],
      ['SessionStart', { source: 'startup' }],
    ];
    const reports = await Promise.all(events.map(([event, payload]) => on('exit 0', event, payload)));
    expect(reports.map(gist)).toEqual(events.map(() => ({ ...QUIET, outcomes: ['success'] })));
  });

  it('a shebang and exit 0 are a hook', async () => {
    const file = join(scratch(), 'h');
    writeFileSync(file, '#!/bin/bash\nexit 0\n');
    chmodSync(file, 0o755);
    expect(await run(file, [])).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(gist(await on(file))).toEqual({ ...QUIET, outcomes: ['success'] });
  });

  it('exit 1: the action continues; the notice has the first line of stderr, the model sees nothing', async () => {
    const report = await on('echo w >&2; exit 1');
    expect(gist(report)).toEqual({ ...QUIET, outcomes: ['non-blocking-error'] });
    expect(report.handlers[0]?.notice).toBe('exit code 1 does not block: w');
  });

  it('exit 1 is no way to warn the model: JSON with exit 0 is', async () => {
    const answer = JSON.stringify({
      systemMessage: 'deprecated',
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'deprecated' },
    });
    const [bad, good] = await Promise.all([on('echo deprecated >&2; exit 1'), on(`printf %s '${answer}'`)]);
    expect([gist(bad).model, gist(bad).user]).toEqual([[], []]);
    expect([gist(good).proceeds, gist(good).model[0], gist(good).user[0]]).toEqual([true, 'deprecated', 'deprecated']);
  });

  it('old-config.conf: exit 1 and a line on stderr by hand, context for the model as a hook', async () => {
    const dir = scratch();
    const before = await script('deprecated-config.sh', '', { cwd: dir, env: { PATH: process.env['PATH'] ?? '' } });
    writeFileSync(join(dir, 'old-config.conf'), '');
    const after = await script('deprecated-config.sh', '', { cwd: dir, env: { PATH: process.env['PATH'] ?? '' } });
    expect([before.exitCode, after.exitCode, after.stderr]).toEqual([0, 1, 'Warning: old-config.conf is deprecated\n']);
    const hooks = { SessionStart: group(join(HOOKS, 'deprecated-config.sh')) };
    const report = await play({ hooks, event: 'SessionStart', payload: { source: 'startup' }, project: dir });
    expect(report.context).toEqual(['Warning: old-config.conf is deprecated']);
    expect(report.handlers[0]?.exitCode).toBe(0);
  });

  it('exit 2: the action is blocked', async () => {
    expect(gist(await on('exit 2'))).toMatchObject({ proceeds: false, outcomes: ['blocking-error'] });
  });

  it('exit 2: stderr is the reason, plain stdout is not', async () => {
    expect((await on('echo out; echo err >&2; exit 2')).reason).toBe('err');
  });

  it('exit 2: JSON on stdout cannot undo the block; a reason in it replaces stderr', async () => {
    const [allow, deny] = await Promise.all([
      on(`echo '${ALLOW}'; echo err >&2; exit 2`),
      on(`echo '${DENY}'; echo err >&2; exit 2`),
    ]);
    expect([allow.proceeds, allow.permission, allow.reason]).toEqual([false, 'deny', 'err']);
    expect([deny.proceeds, deny.reason]).toEqual([false, 'json']);
  });

  it('exit 2: who sees the message depends on the event', async () => {
    const events: [string, object, string | null][] = [
      ['PreToolUse', bash('ls'), 'model'],
      ['PostToolUse', { ...bash('ls'), tool_response: {} }, 'model'],
      ['Stop', { stop_hook_active: false }, 'model'],
      ['SubagentStop', { stop_hook_active: false, agent_id: 'a', agent_type: 'x' }, 'subagent'],
      ['UserPromptSubmit', { prompt: 'p' }, 'user'],
      ['SessionStart', { source: 'startup' }, 'user'],
      ['PermissionRequest', bash('ls'), null],
    ];
    const reports = await Promise.all(events.map(([event, payload]) => on('echo err >&2; exit 2', event, payload)));
    expect(reports.map(({ reasonTo }) => reasonTo)).toEqual(events.map(([, , to]) => to));
  });

  it('exit 2 is for violations, missing programs, invalid configuration, failed checks', async () => {
    const reasons = ['a secret would leak', 'git is missing', 'the configuration is invalid', 'the check failed'];
    const reports = await Promise.all(reasons.map((reason) => on(`echo '${reason}' >&2; exit 2`)));
    expect(reports.map(({ proceeds, reason }) => [proceeds, reason])).toEqual(reasons.map((reason) => [false, reason]));
  });

  it('the danger loop, repaired: `rm -rf /` is refused, `ls /tmp` and `perform` are not', async () => {
    const hooks = { PreToolUse: group(join(HOOKS, 'bash-guard.sh')) };
    const commands = ['rm -rf /', 'ls /tmp', 'perform'];
    const reports = await Promise.all(commands.map((command) => play({ hooks, payload: bash(command) })));
    expect(reports.map(({ proceeds }) => proceeds)).toEqual([false, true, true]);
  });

  it('exit 0: plain stdout goes nowhere on PreToolUse, JSON is read, and on a few events text is context', async () => {
    const [text, json, prompt] = await Promise.all([
      on('echo hello'),
      on(`echo '${DENY}'`),
      on('echo hello', 'UserPromptSubmit', { prompt: 'p' }),
    ]);
    expect(gist(text)).toEqual({ ...QUIET, outcomes: ['success'] });
    expect([json.proceeds, json.reason]).toEqual([false, 'json']);
    expect(prompt.context).toEqual(['hello']);
  });

  it('exit 1 with JSON on stdout: the JSON decides', async () => {
    const [deny, allow] = await Promise.all([on(`echo '${DENY}'; exit 1`), on(`echo '${ALLOW}'; exit 1`)]);
    expect([deny.permission, deny.reason, allow.permission]).toEqual(['deny', 'json', 'allow']);
  });

  it('exit 2: stopped, told, stderr used, plain stdout not', async () => {
    expect(gist(await on('echo out; echo err >&2; exit 2'))).toEqual({
      proceeds: false,
      reason: 'err',
      model: ['PreToolUse:Bash hook error: [echo out; echo err >&2; exit 2]: err\n'],
      user: [],
      outcomes: ['blocking-error'],
    });
  });

  it('validate.sh: invalid is refused, minor is a warning the model reads, the rest passes', async () => {
    const hooks = { PreToolUse: group(join(HOOKS, 'validate.sh')) };
    const write = (content: string) => ({ tool_name: 'Write', tool_input: { file_path: '/p/a.json', content } });
    const [invalid, minor, fine] = await Promise.all(
      ['{', '{"a":"TODO"}', '{}'].map((content) => play({ hooks, payload: write(content) })),
    );
    expect([invalid?.proceeds, invalid?.reason]).toEqual([
      false,
      'Validation failed: /p/a.json would not be valid JSON',
    ]);
    expect([minor?.proceeds, minor?.systemMessages]).toEqual([true, ['Warning: minor issue detected']]);
    expect(fine && gist(fine)).toEqual({ ...QUIET, outcomes: ['success'] });
  });

  it('the event arrives on stdin as one JSON object and a newline, not as arguments', async () => {
    const report = await on('cat >&2; echo "args=$#" >&2; exit 2');
    const [line = '', args] = (report.handlers[0]?.stderr ?? '').split('\n');
    expect(args).toBe('args=0');
    expect(JSON.parse(line)).toMatchObject({ hook_event_name: 'PreToolUse', ...bash('ls') });
  });

  it('safety-check.sh: `Error: Operation not permitted`', async () => {
    const hooks = { PreToolUse: group(join(HOOKS, 'safety-check.sh')) };
    const [bad, good] = await Promise.all(['rm -rf /', 'ls'].map((command) => play({ hooks, payload: bash(command) })));
    expect([bad?.proceeds, bad?.reason, good?.proceeds]).toEqual([false, 'Error: Operation not permitted', true]);
  });

  it('env-check.sh: 2 without git, 1 without node, 0 with both; on SessionStart neither blocks', async () => {
    const results = await Promise.all(
      [[], ['git'], ['git', 'node']].map((programs) =>
        script('env-check.sh', '', { env: { PATH: pathWith(programs) } }),
      ),
    );
    expect(results).toEqual([
      { exitCode: 2, stdout: '', stderr: 'Error: git is required but not installed\n' },
      { exitCode: 1, stdout: '', stderr: 'Warning: node not found, some features unavailable\n' },
      { exitCode: 0, stdout: '', stderr: '' },
    ]);
    const command = `PATH=${pathWith([])} ${join(HOOKS, 'env-check.sh')}`;
    const report = await on(command, 'SessionStart', { source: 'startup' });
    expect([report.proceeds, report.reason, report.reasonTo]).toEqual([
      true,
      'Error: git is required but not installed',
      'user',
    ]);
  });
});

describe('the checklist, as far as a firing shows it', () => {
  it('exit 0 is reported as success', async () => {
    expect((await on('exit 0')).handlers[0]).toMatchObject({ outcome: 'success', exitCode: 0, notice: null });
  });

  it('exit 1 is reported as not blocking: the model will not see it', async () => {
    const report = await on('echo w >&2; exit 1');
    expect(report.handlers[0]).toMatchObject({
      outcome: 'non-blocking-error',
      exitCode: 1,
      notice: 'exit code 1 does not block: w',
    });
    expect(report.messages).toEqual([]);
  });

  it('exit 2 is reported as blocking', async () => {
    expect((await on('echo e >&2; exit 2')).handlers[0]).toMatchObject({ outcome: 'blocking-error', exitCode: 2 });
  });

  it('exit 2 without a word on stderr is visible as such', async () => {
    expect([(await on('exit 2')).reason, (await on('echo only stdout; exit 2')).reason]).toEqual([
      'No stderr output',
      'No stderr output',
    ]);
  });

  it('dangerous commands are blocked by the example guard, everyday ones are not', async () => {
    const hooks = { PreToolUse: group(join(HOOKS, 'bash-guard.sh')) };
    const dangerous = [
      'rm -rf /',
      'rm -rf /*',
      'rm -rf ~',
      'rm -rf "$HOME"; rm -rf ~/',
      'cd / && rm -rf /',
      'echo x > /etc/passwd',
      'echo x >>/etc/sudoers',
      ':(){ :|:& };:',
      'rm -rf ../../..',
      'bash -c "rm -rf /"',
    ];
    const everyday = [
      'ls -la',
      'npm test',
      'git status',
      'rm -rf node_modules',
      'rm -rf /tmp/build',
      'cat /etc/hosts',
      'echo "rm -rf /"',
    ];
    const fates = async (commands: string[]) =>
      (await Promise.all(commands.map((command) => play({ hooks, payload: bash(command) })))).map(
        ({ proceeds }) => proceeds,
      );
    expect(await fates(dangerous)).toEqual(dangerous.map(() => false));
    expect(await fates(everyday)).toEqual(everyday.map(() => true));
  });

  it('a timeout is in seconds and may be a fraction; a late hook does not block; 0, negative and text cost the file', async () => {
    const late = await play({ hooks: { PreToolUse: group({ command: 'sleep 60', timeout: 0.3 }) } });
    expect([late.proceeds, late.handlers[0]?.timedOut, late.handlers[0]?.outcome]).toEqual([true, true, 'cancelled']);
    for (const timeout of [0, -1, '5']) {
      const report = await play({ hooks: { PreToolUse: group({ command: 'exit 2', timeout }) } });
      expect([report.handlers, report.settings[0]?.dropped]).toEqual([[], 'file']);
    }
  });

  it('a script that cannot be executed or is not there lets the action pass, and that is said', async () => {
    const file = join(scratch(), 'guard.sh');
    writeFileSync(file, '#!/bin/sh\nexit 2\n');
    const [noBit, missing] = await Promise.all([on(file), on(`${file}.gone`)]);
    expect(
      [noBit, missing].map(({ proceeds, handlers }) => [proceeds, handlers[0]?.exitCode, handlers[0]?.noVerdict]),
    ).toEqual([
      [true, 126, true],
      [true, 127, true],
    ]);
    expect(statSync(join(HOOKS, 'bash-guard.sh')).mode & 0o111).toBe(0o111);
  });

  it('without a shebang a script runs in the shell form only; the examples have one', async () => {
    const file = join(scratch(), 'guard.sh');
    writeFileSync(file, 'echo no >&2; exit 2\n');
    chmodSync(file, 0o755);
    const [shell, exec] = await Promise.all([
      on(file),
      play({ hooks: { PreToolUse: group({ command: file, args: [] }) } }),
    ]);
    expect([shell.proceeds, exec.proceeds, exec.handlers[0]?.outcome]).toEqual([false, true, 'non-blocking-error']);
    const scripts = readdirSync(HOOKS).filter((name) => name.endsWith('.sh'));
    expect(scripts.filter((name) => !readFileSync(join(HOOKS, name), 'utf8').startsWith('#!/bin/bash\n'))).toEqual([]);
  });
});
