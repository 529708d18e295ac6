import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { say, serveModel } from '../handlers/support/model-server.ts';
import { ROOT, run } from '../support/hookctl.ts';
import { bash, directory, gist, group, HOOKS, play, QUIET, script } from './play.ts';

const on = (command: string, event = 'PreToolUse', payload?: object) =>
  play({ event, hooks: { [event]: group(command) }, ...(payload ? { payload } : {}) });
const DENY = JSON.stringify({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'json' },
});
const ALLOW = JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } });

describe('seed 1: the exit codes', () => {
  it('R1 the exit code decides whether the action proceeds', async () => {
    const codes = [0, 1, 2, 3, 127];
    const reports = await Promise.all(codes.map((code) => on(`exit ${code}`)));
    expect(reports.map(({ proceeds }) => proceeds)).toEqual([true, true, false, true, true]);
  });

  it('R2 exit 0: the action continues, nobody is told', async () => {
    const report = await on('exit 0');
    expect(gist(report)).toEqual({ ...QUIET, outcomes: ['success'] });
    expect(report.handlers[0]?.notice).toBeNull();
  });

  it('R3 exit 0 is for checks that passed and a setup that is done', async () => {
    const events: [string, object][] = [
      ['PreToolUse', bash('ls')],
      ['PostToolUse', { ...bash('ls'), tool_response: {} }],
      ['SessionStart', { source: 'startup' }],
    ];
    const reports = await Promise.all(events.map(([event, payload]) => on('exit 0', event, payload)));
    expect(reports.map(gist)).toEqual(events.map(() => ({ ...QUIET, outcomes: ['success'] })));
  });

  it('R4 a shebang and exit 0 are a hook', async () => {
    const file = join(directory(), 'h');
    writeFileSync(file, '#!/bin/bash\nexit 0\n');
    chmodSync(file, 0o755);
    expect(await run(file, [])).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(gist(await on(file))).toEqual({ ...QUIET, outcomes: ['success'] });
  });

  it('R5 exit 1: the action continues; the notice has the first line of stderr, the model sees nothing (C3)', async () => {
    const report = await on('echo w >&2; exit 1');
    expect(gist(report)).toEqual({ ...QUIET, outcomes: ['non-blocking-error'] });
    expect(report.handlers[0]?.notice).toBe('exit code 1 does not block: w');
  });

  it('R6 exit 1 is no way to warn the model: JSON with exit 0 is (C3)', async () => {
    const answer = JSON.stringify({
      systemMessage: 'deprecated',
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'deprecated' },
    });
    const [bad, good] = await Promise.all([on('echo deprecated >&2; exit 1'), on(`printf %s '${answer}'`)]);
    expect([gist(bad).model, gist(bad).user]).toEqual([[], []]);
    expect([gist(good).proceeds, gist(good).model[0], gist(good).user[0]]).toEqual([true, 'deprecated', 'deprecated']);
  });

  it('R7 old-config.conf: exit 1 and a line on stderr by hand, context for the model as a hook (C3)', async () => {
    const dir = directory();
    const before = await script('deprecated-config.sh', '', { cwd: dir, env: { PATH: process.env['PATH'] ?? '' } });
    writeFileSync(join(dir, 'old-config.conf'), '');
    const after = await script('deprecated-config.sh', '', { cwd: dir, env: { PATH: process.env['PATH'] ?? '' } });
    expect([before.exitCode, after.exitCode, after.stderr]).toEqual([0, 1, 'Warning: old-config.conf is deprecated\n']);
    const hooks = { SessionStart: group(join(HOOKS, 'deprecated-config.sh')) };
    const report = await play({ hooks, event: 'SessionStart', payload: { source: 'startup' }, project: dir });
    expect(report.context).toEqual(['Warning: old-config.conf is deprecated']);
    expect(report.handlers[0]?.exitCode).toBe(0);
  });

  it('R8 exit 2: the action is blocked', async () => {
    expect(gist(await on('exit 2'))).toMatchObject({ proceeds: false, outcomes: ['blocking-error'] });
  });

  it('R9 exit 2: stderr is the reason, plain stdout is not', async () => {
    expect((await on('echo out; echo err >&2; exit 2')).reason).toBe('err');
  });

  it('R10 exit 2: JSON on stdout cannot undo the block; a reason in it replaces stderr (C2)', async () => {
    const [allow, deny] = await Promise.all([
      on(`echo '${ALLOW}'; echo err >&2; exit 2`),
      on(`echo '${DENY}'; echo err >&2; exit 2`),
    ]);
    expect([allow.proceeds, allow.permission, allow.reason]).toEqual([false, 'deny', 'err']);
    expect([deny.proceeds, deny.reason]).toEqual([false, 'json']);
  });

  it('R11 exit 2: who sees the message depends on the event (C22)', async () => {
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

  it('R12 exit 2 is for violations, missing programs, invalid configuration, failed checks', async () => {
    const reasons = ['a secret would leak', 'git is missing', 'the configuration is invalid', 'the check failed'];
    const reports = await Promise.all(reasons.map((reason) => on(`echo '${reason}' >&2; exit 2`)));
    expect(reports.map(({ proceeds, reason }) => [proceeds, reason])).toEqual(reasons.map((reason) => [false, reason]));
  });

  it('R13 the danger loop, repaired: `rm -rf /` is refused, `ls /tmp` and `perform` are not (C14)', async () => {
    const hooks = { PreToolUse: group(join(HOOKS, 'bash-guard.sh')) };
    const commands = ['rm -rf /', 'ls /tmp', 'perform'];
    const reports = await Promise.all(commands.map((command) => play({ hooks, payload: bash(command) })));
    expect(reports.map(({ proceeds }) => proceeds)).toEqual([false, true, true]);
  });

  it('R14 exit 0: plain stdout goes nowhere on PreToolUse, JSON is read, and on a few events text is context (C1, C24)', async () => {
    const [text, json, prompt] = await Promise.all([
      on('echo hello'),
      on(`echo '${DENY}'`),
      on('echo hello', 'UserPromptSubmit', { prompt: 'p' }),
    ]);
    expect(gist(text)).toEqual({ ...QUIET, outcomes: ['success'] });
    expect([json.proceeds, json.reason]).toEqual([false, 'json']);
    expect(prompt.context).toEqual(['hello']);
  });

  it('R15 exit 1 with JSON on stdout: the JSON decides (C3)', async () => {
    const [deny, allow] = await Promise.all([on(`echo '${DENY}'; exit 1`), on(`echo '${ALLOW}'; exit 1`)]);
    expect([deny.permission, deny.reason, allow.permission]).toEqual(['deny', 'json', 'allow']);
  });

  it('R16 exit 2: stopped, told, stderr used, plain stdout not (C2)', async () => {
    expect(gist(await on('echo out; echo err >&2; exit 2'))).toEqual({
      proceeds: false,
      reason: 'err',
      model: ['PreToolUse:Bash hook error: [echo out; echo err >&2; exit 2]: err\n'],
      user: [],
      outcomes: ['blocking-error'],
    });
  });

  it('R17 validate.sh: invalid is refused, minor is a warning the model reads, the rest passes (C3)', async () => {
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

  it('R18 the event arrives on stdin as one JSON object and a newline, not as arguments (C9)', async () => {
    const report = await on('cat >&2; echo "args=$#" >&2; exit 2');
    const [line = '', args] = (report.handlers[0]?.stderr ?? '').split('\n');
    expect(args).toBe('args=0');
    expect(JSON.parse(line)).toMatchObject({ hook_event_name: 'PreToolUse', ...bash('ls') });
  });

  it('R19 safety-check.sh: `Error: Operation not permitted`', async () => {
    const hooks = { PreToolUse: group(join(HOOKS, 'safety-check.sh')) };
    const [bad, good] = await Promise.all(['rm -rf /', 'ls'].map((command) => play({ hooks, payload: bash(command) })));
    expect([bad?.proceeds, bad?.reason, good?.proceeds]).toEqual([false, 'Error: Operation not permitted', true]);
  });

  it('R20 env-check.sh: 2 without git, 1 without node, 0 with both; on SessionStart neither blocks (C16)', async () => {
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

/** A PATH with bash and these programs alone. */
function pathWith(programs: string[]): string {
  const dir = directory();
  for (const name of programs) {
    writeFileSync(join(dir, name), '#!/bin/sh\n');
    chmodSync(join(dir, name), 0o755);
  }
  return dir;
}

describe('seed 1: prompt hooks', () => {
  const ask = async (answer: string, fields: object = {}) => {
    const { env, requests } = await serveModel(say(answer));
    const hooks = { PreToolUse: [{ hooks: [{ type: 'prompt', prompt: 'Safe? $ARGUMENTS', ...fields }] }] };
    return { report: await play({ hooks, env }), requests: requests() };
  };

  it('R21 a prompt hook is answered in JSON by a model', async () => {
    const { report, requests } = await ask('{"ok": true}');
    expect([report.settings, report.handlers[0]?.outcome, report.handlers[0]?.exitCode, requests.length]).toEqual([
      [],
      'success',
      null,
      1,
    ]);
  });

  it('R22 {"ok": true}: the action continues, and is not allowed by it', async () => {
    const { report } = await ask('{"ok": true}');
    expect([report.proceeds, report.permission, report.continue]).toEqual([true, null, true]);
  });

  it('R23 {"ok": false}: blocked, and the turn ends unless continueOnBlock (C23)', async () => {
    const [ends, goesOn] = await Promise.all([
      ask('{"ok": false, "reason": "unsafe"}'),
      ask('{"ok": false, "reason": "unsafe"}', { continueOnBlock: true }),
    ]);
    expect([ends.report.proceeds, ends.report.continue]).toEqual([false, false]);
    expect([goesOn.report.proceeds, goesOn.report.continue, goesOn.report.reason]).toEqual([false, true, 'unsafe']);
    const text = goesOn.report.messages.map(({ text }) => text);
    expect(text).toEqual(['PreToolUse:Bash hook error: [Safe? $ARGUMENTS]: unsafe']);
  });

  it('R24 the documentation has the exit-code table and the choice between command and prompt', () => {
    const page = readFileSync(join(ROOT, 'docs/protocol.md'), 'utf8');
    expect(page).toMatch(/^\|[^\n]*exit 0[^\n]*exit 2[^\n]*exit 1/m);
    for (const row of [
      /^\|[^|]*speed[^|]*\|[^|]*fast[^|]*\|[^|]*slower/im,
      /^\|[^|]*cost[^|]*\|[^|]*no tokens[^|]*\|[^|]*tokens/im,
    ])
      expect(page).toMatch(row);
  });

  it('R25 prompt hooks cost a model call each, command hooks none', async () => {
    const { env, requests } = await serveModel(say('{"ok": true}'));
    const prompts = ['a', 'b', 'c'].map((prompt) => ({ type: 'prompt', prompt }));
    await play({ hooks: { PreToolUse: group('true') }, env });
    expect(requests()).toHaveLength(0);
    await play({ hooks: { PreToolUse: [{ hooks: prompts }] }, env });
    expect(requests()).toHaveLength(3);
  });

  it('R32 a prompt hook without a matcher is asked for every tool; $ARGUMENTS is the event', async () => {
    const { env, requests } = await serveModel(say('{"ok": true}'));
    const prompt =
      'Evaluate if this action is safe: $ARGUMENTS\n\nReturn JSON with ok field. If unsafe, set ok to false and include reason field.';
    const hooks = { PreToolUse: [{ hooks: [{ type: 'prompt', prompt, timeout: 30 }] }] };
    for (const tool_name of ['Bash', 'Read', 'mcp__a__b']) {
      const report = await play({ hooks, env, payload: { tool_name, tool_input: {} } });
      expect([report.settings, report.handlers[0]?.ran]).toEqual([[], true]);
    }
    const asked = requests().map(({ messages }) => String(messages[0]?.content));
    const tools = asked.map(
      (text) => /^Evaluate if this action is safe: \{.*"tool_name":"([^"]*)".*\}\n\nReturn JSON/.exec(text)?.[1],
    );
    expect(tools).toEqual(['Bash', 'Read', 'mcp__a__b']);
  });
});

describe('seed 1: bash-guard', () => {
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

  it('R26 the settings example runs as a plugin, with its root filled in; in a settings file it cannot (C15)', async () => {
    const plugin = directory();
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

  it('R27 blocks `rm -rf /`, also spelt otherwise, and not `rm -rf /tmp/build` (C15)', async () => {
    const bad = ['rm -rf /', 'rm -fr /', 'rm -r -f /', 'rm  -rf  /'];
    expect(await refused(...bad, 'rm -rf /tmp/build', 'git commit -m "rm -rf /"')).toEqual(bad);
  });

  it('R28 blocks rm below two parents', async () => {
    expect(await refused('rm -rf ../../x', 'rm -rf ../x/../y', 'rm -rf ./x')).toEqual([
      'rm -rf ../../x',
      'rm -rf ../x/../y',
    ]);
  });

  it('R29 blocks `> /etc/`, with and without the blank (C15)', async () => {
    expect(await refused('echo x > /etc/hosts', 'echo x >/etc/hosts', 'cat /etc/hosts')).toEqual([
      'echo x > /etc/hosts',
      'echo x >/etc/hosts',
    ]);
  });

  it('R30 blocks the fork bomb under any name', async () => {
    expect(await refused(':(){ :|:& };:', 'b(){ b|b& };b', 'f(){ echo; };f')).toEqual([
      ':(){ :|:& };:',
      'b(){ b|b& };b',
    ]);
  });

  it('R31 a match says `Error: Dangerous command pattern detected` and exits with 2, no match with 0', async () => {
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

  it('R33 echo "rm -rf /" | ./hooks/bash-guard.sh: 2', async () => {
    expect((await verbatim('echo "rm -rf /" | ./hooks/bash-guard.sh')).stdout).toBe('Exit code: 2\n');
  });

  it('R34 echo "ls -la" | ./hooks/bash-guard.sh: 0', async () => {
    expect((await verbatim('echo "ls -la" | ./hooks/bash-guard.sh')).stdout).toBe('Exit code: 0\n');
  });

  it('R35 ./hooks/env-check.sh: 1, where git is there and node is not (C16)', async () => {
    const dir = pathWith(['git']);
    symlinkSync('/bin/sh', join(dir, 'sh'));
    expect((await verbatim('./hooks/env-check.sh', { PATH: dir })).stdout).toBe('Exit code: 1\n');
  });
});

describe('seed 1: the checklist, as far as a firing shows it', () => {
  it('R36 exit 0 is reported as success', async () => {
    expect((await on('exit 0')).handlers[0]).toMatchObject({ outcome: 'success', exitCode: 0, notice: null });
  });

  it('R37 exit 1 is reported as not blocking: the model will not see it (C3)', async () => {
    const report = await on('echo w >&2; exit 1');
    expect(report.handlers[0]).toMatchObject({
      outcome: 'non-blocking-error',
      exitCode: 1,
      notice: 'exit code 1 does not block: w',
    });
    expect(report.messages).toEqual([]);
  });

  it('R38 exit 2 is reported as blocking', async () => {
    expect((await on('echo e >&2; exit 2')).handlers[0]).toMatchObject({ outcome: 'blocking-error', exitCode: 2 });
  });

  it('R39 exit 2 without a word on stderr is visible as such', async () => {
    expect([(await on('exit 2')).reason, (await on('echo only stdout; exit 2')).reason]).toEqual([
      'No stderr output',
      'No stderr output',
    ]);
  });

  it('R40 dangerous commands are blocked by the example guard, everyday ones are not', async () => {
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

  it('R41 a timeout is in seconds and may be a fraction; a late hook does not block; 0, negative and text cost the file (C25)', async () => {
    const late = await play({ hooks: { PreToolUse: group({ command: 'sleep 60', timeout: 0.3 }) } });
    expect([late.proceeds, late.handlers[0]?.timedOut, late.handlers[0]?.outcome]).toEqual([true, true, 'cancelled']);
    for (const timeout of [0, -1, '5']) {
      const report = await play({ hooks: { PreToolUse: group({ command: 'exit 2', timeout }) } });
      expect([report.handlers, report.settings[0]?.dropped]).toEqual([[], 'file']);
    }
  });

  it('R42 a script that cannot be executed or is not there lets the action pass, and that is said', async () => {
    const file = join(directory(), 'guard.sh');
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

  it('R43 without a shebang a script runs in the shell form only; the examples have one', async () => {
    const file = join(directory(), 'guard.sh');
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
