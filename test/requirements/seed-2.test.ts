import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serve } from '../handlers/support/http-server.ts';
import { call, say, serveModel } from '../handlers/support/model-server.ts';
import { ROOT } from '../support/hookctl.ts';
import { bash, directory, gist, group, HOOKS, play, QUIET } from './play.ts';

const on = (command: string, event = 'PreToolUse', payload?: object) =>
  play({ event, hooks: { [event]: group(command) }, ...(payload ? { payload } : {}) });
const matches = async (matcher: string, tool_name: string) => {
  const { handlers } = await play({
    hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command: 'true' }] }] },
    payload: { tool_name, tool_input: {} },
  });
  return handlers[0]?.ran;
};

describe('seed 2: the events', () => {
  it('R44 before and after every tool call', async () => {
    const tools = [
      'Read',
      'Bash',
      'Edit',
      'Write',
      'MultiEdit',
      'NotebookEdit',
      'Glob',
      'Grep',
      'WebFetch',
      'WebSearch',
      'Agent',
      'mcp__x__y',
    ];
    const hooks = { PreToolUse: group('exit 2'), PostToolUse: group('exit 2') };
    const reports = await Promise.all(
      tools.flatMap((tool_name) => [
        play({ hooks, payload: { tool_name, tool_input: {} } }),
        play({ hooks, event: 'PostToolUse', payload: { tool_name, tool_input: {}, tool_response: {} } }),
      ]),
    );
    expect(reports.map(({ handlers, proceeds }) => [handlers[0]?.ran, proceeds])).toEqual(
      tools.flatMap(() => [
        [true, false],
        [true, true],
      ]),
    );
  });

  it('R45 gates, loop detectors and guards are hooks of three events', async () => {
    const gate = on('echo tests have not been run >&2; exit 2', 'Stop', { stop_hook_active: false });
    const loop = on('echo edited 8 times >&2; exit 2', 'PostToolUse', { ...bash('x'), tool_response: {} });
    const guard = on('echo not this >&2; exit 2');
    const reports = await Promise.all([gate, loop, guard]);
    expect(reports.map(({ proceeds, reason, reasonTo }) => [proceeds, reason, reasonTo])).toEqual([
      [false, 'tests have not been run', 'model'],
      [true, 'edited 8 times', 'model'],
      [false, 'not this', 'model'],
    ]);
  });

  it('R46 PreToolUse can block', async () => {
    const answer = JSON.stringify({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' },
    });
    const report = await on(`echo '${answer}'`);
    expect([report.proceeds, report.permission, report.reason]).toEqual([false, 'deny', 'no']);
  });

  it('R47 PostToolUse gives feedback; the call has run already (C5)', async () => {
    const report = await on(`echo '{"decision":"block","reason":"look again"}'`, 'PostToolUse', {
      ...bash('ls'),
      tool_response: {},
    });
    expect([report.proceeds, report.reason, report.reasonTo]).toEqual([true, 'look again', 'model']);
  });

  it('R48 Stop is the end of a turn, not of the session, and can be blocked (C4)', async () => {
    const report = await on(`echo '{"decision":"block","reason":"run the tests"}'`, 'Stop', {
      stop_hook_active: false,
    });
    expect([report.proceeds, report.reason, report.messages[0]?.text]).toEqual([
      false,
      'run the tests',
      'Stop hook feedback:\nrun the tests',
    ]);
    expect(readFileSync(join(ROOT, 'docs/events.md'), 'utf8')).toMatch(/turn/);
  });

  it('R49 SessionStart, from every source', async () => {
    const sources = ['startup', 'resume', 'clear', 'compact', 'fork'];
    const reports = await Promise.all(
      sources.map((source) =>
        play({
          event: 'SessionStart',
          payload: { source },
          hooks: { SessionStart: [{ matcher: source, hooks: [{ type: 'command', command: 'echo remember' }] }] },
        }),
      ),
    );
    expect(reports.map(({ messages }) => messages)).toEqual(
      sources.map((source) => [{ to: 'model', text: `SessionStart:${source} hook success: remember` }]),
    );
  });

  it('R50 SessionEnd cannot block, and its hooks get 1.5 seconds', async () => {
    const [block, slow] = await Promise.all([
      on('echo no >&2; exit 2', 'SessionEnd', { reason: 'other' }),
      on('sleep 60', 'SessionEnd', { reason: 'other' }),
    ]);
    expect([block.proceeds, block.reasonTo, slow.handlers[0]?.timedOut]).toEqual([true, 'user', true]);
  });

  it('R51 a Stop gate keeps the agent going until the work is done', async () => {
    const project = directory();
    const hooks = { Stop: group('[ -e "$CLAUDE_PROJECT_DIR/tested" ] || { echo run the tests >&2; exit 2; }') };
    const stop = () => play({ hooks, event: 'Stop', payload: { stop_hook_active: false }, project });
    expect((await stop()).proceeds).toBe(false);
    writeFileSync(join(project, 'tested'), '');
    expect((await stop()).proceeds).toBe(true);
  });
});

describe('seed 2: matchers', () => {
  it('R52 a plain matcher is a whole name, anything else an unanchored regex (C6)', async () => {
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

  it('R53 the three hooks of the lesson run on their events and tools, and on no others', async () => {
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

  it('R54 alternatives', async () => {
    expect(
      await Promise.all(['Edit', 'Write', 'Read', 'NotebookEdit'].map((tool) => matches('Edit|Write', tool))),
    ).toEqual([true, true, false, false]);
  });

  it('R55 full regular expressions', async () => {
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

  it('R56 `Bash(git *)` as a matcher matches no tool; as `if` it does (C6)', async () => {
    expect(await matches('Bash(git *)', 'Bash')).toBe(false);
    const report = await play({
      hooks: { PreToolUse: group({ command: 'exit 2', if: 'Bash(git *)' }) },
      payload: bash('git push'),
    });
    expect(report.proceeds).toBe(false);
  });
});

describe('seed 2: the exit codes', () => {
  it('R57 exit 0 is silent on tool events; on prompts and session starts stdout is context (C24)', async () => {
    const [tool, prompt, start] = await Promise.all([
      on('true'),
      on('echo c', 'UserPromptSubmit', { prompt: 'p' }),
      on('echo c', 'SessionStart', { source: 'startup' }),
    ]);
    expect(gist(tool)).toEqual({ ...QUIET, outcomes: ['success'] });
    expect([prompt.context, start.context]).toEqual([['c'], ['c']]);
  });

  it('R58 exit 2: the call is blocked and the model reads stderr; after the call it is feedback (C5, C22)', async () => {
    const text = 'BLOCKED: File has been edited 8 times. Stop and ask the user for guidance.';
    const command = `echo '${text}' >&2; exit 2`;
    const [before, after] = await Promise.all([
      on(command),
      on(command, 'PostToolUse', { ...bash('ls'), tool_response: {} }),
    ]);
    expect([before.proceeds, before.messages]).toEqual([
      false,
      [{ to: 'model', text: `PreToolUse:Bash hook error: [${command}]: ${text}\n` }],
    ]);
    expect([after.proceeds, after.messages]).toEqual([
      true,
      [
        {
          to: 'model',
          text: `PostToolUse:Bash hook blocking error from command: "${command}": [${command}]: ${text}\n`,
        },
      ],
    ]);
  });
});

describe('seed 2: the types', () => {
  const CANDIDATES: Record<string, object> = {
    command: { type: 'command', command: 'true' },
    prompt: { type: 'prompt', prompt: 'p' },
    agent: { type: 'agent', prompt: 'p' },
    http: { type: 'http', url: 'http://127.0.0.1:9/' },
    mcp_tool: { type: 'mcp_tool', server: 's', tool: 't' },
    script: { type: 'script', command: 'true' },
  };

  it('R94 command, prompt, agent, http and mcp_tool are accepted, others cost the entry or the file; not all run everywhere (C8)', async () => {
    const { env } = await serveModel(say('{"ok": true}'));
    const types = Object.keys(CANDIDATES);
    const fate = async (event: string, payload: object) => {
      const reports = await Promise.all(
        types.map((type) => play({ event, payload, env, hooks: { [event]: [{ hooks: [CANDIDATES[type]] }] } })),
      );
      return reports.map(({ handlers, settings }) => settings[0]?.dropped ?? handlers[0]?.skipped ?? 'runs');
    };
    expect(await fate('PostToolUse', { ...bash('ls'), tool_response: {} })).toEqual([
      'runs',
      'runs',
      'runs',
      'runs',
      'runs',
      'entries',
    ]);
    expect(await fate('PreToolUse', bash('ls'))).toEqual(['runs', 'runs', 'runs', 'runs', 'runs', 'file']);
    expect(await fate('SessionStart', { source: 'clear' })).toEqual([
      'runs',
      'type',
      'type',
      'type',
      'runs',
      'entries',
    ]);
  });

  it('R95 a command gets the whole event on stdin: tool_name and tool_input, no flat fields (C9)', async () => {
    const report = await on('cat >&2; exit 2', 'PreToolUse', {
      tool_name: 'Read',
      tool_input: { file_path: '/a', offset: 0 },
    });
    const event = JSON.parse(report.reason ?? '') as Record<string, unknown>;
    expect(event).toMatchObject({
      session_id: 's-1',
      hook_event_name: 'PreToolUse',
      tool_name: 'Read',
      tool_input: { file_path: '/a', offset: 0 },
    });
    expect(Object.keys(event)).not.toContain('file_path');
  });

  it('R96 prompt: a model evaluates, the one named or a fast one (C30)', async () => {
    const { env, requests } = await serveModel(say('{"ok": true}'));
    const prompts = [
      { type: 'prompt', prompt: 'a' },
      { type: 'prompt', prompt: 'b', model: 'my-model' },
    ];
    const { proceeds } = await play({ hooks: { PreToolUse: [{ hooks: prompts }] }, env });
    const models = requests()
      .map(({ model }) => model)
      .sort();
    expect([proceeds, models.length, models.includes('my-model'), models.some((model) => /haiku/.test(model))]).toEqual(
      [true, 2, true, true],
    );
  });

  it('R97 agent: a verifier with tools of its own; its verdict blocks, and it has 60 seconds', async () => {
    const { env, requests } = await serveModel(
      [call('Read', { file_path: 'notes.txt' })],
      [call('StructuredOutput', { ok: false, reason: 'not verified' })],
    );
    const project = directory();
    writeFileSync(join(project, 'notes.txt'), 'what the verifier reads');
    const report = await play({
      hooks: { PreToolUse: [{ hooks: [{ type: 'agent', prompt: 'verify' }] }] },
      env,
      project,
    });
    expect([report.proceeds, report.continue, report.reason]).toEqual([
      false,
      true,
      'Agent hook condition was not met: not verified',
    ]);
    expect(JSON.stringify(requests()[1]?.messages)).toContain('what the verifier reads');
    expect(readFileSync(join(ROOT, 'docs/protocol.md'), 'utf8')).toContain('60 for `agent`');
  });

  it('R98 http: a POST, answered with the JSON a command would print; an empty 2xx is no decision', async () => {
    const deny = {
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' },
    };
    const { origin, seen } = await serve((response, { url }) =>
      response.writeHead(200).end(url === '/deny' ? JSON.stringify(deny) : ''),
    );
    const http = (path: string) => play({ hooks: { PreToolUse: [{ hooks: [{ type: 'http', url: origin + path }] }] } });
    const denied = await http('/deny');
    const empty = await http('/empty');
    const command = await on(`echo '${JSON.stringify(deny)}'`);
    expect([denied.proceeds, denied.reason, denied.messages]).toEqual([
      command.proceeds,
      command.reason,
      command.messages,
    ]);
    expect(gist(empty)).toEqual({ ...QUIET, outcomes: ['success'] });
    expect(seen.map(({ method, headers }) => [method, headers['content-type']])).toEqual([
      ['POST', 'application/json'],
      ['POST', 'application/json'],
    ]);
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ hook_event_name: 'PreToolUse', ...bash('ls') });
  });

  it('R99 command hooks need no model and no network; the documentation compares them', async () => {
    const report = await play({
      hooks: { PreToolUse: group('exit 2') },
      env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' },
    });
    expect(report.proceeds).toBe(false);
    expect(readFileSync(join(ROOT, 'docs/protocol.md'), 'utf8')).toMatch(/fast[^\n]*slower/);
  });
});

describe('seed 2: if, and the whole file', () => {
  it('R100 `if` on the group, or in JavaScript, does not filter: the group’s is ignored, the handler’s never fires (C7)', async () => {
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

  it('R101 `if: "Bash(git *)"` fires for commands that start with git, also after `cd x &&`, and is passed by `env git` (C7)', async () => {
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

  it('R102 the complete settings.json is accepted as it stands, cleanupPeriodDays included, and its hooks run', async () => {
    const project = directory();
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
