import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/hookctl.ts';
import { bash, gist, group, play, QUIET } from './play.ts';
import { scratch } from '../support/scratch.ts';

const on = (command: string, event = 'PreToolUse', payload?: object) =>
  play({ event, hooks: { [event]: group(command) }, ...(payload ? { payload } : {}) });

describe('the events', () => {
  it('before and after every tool call', async () => {
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

  it('gates, loop detectors and guards are hooks of three events', async () => {
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

  it('PreToolUse can block', async () => {
    const answer = JSON.stringify({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' },
    });
    const report = await on(`echo '${answer}'`);
    expect([report.proceeds, report.permission, report.reason]).toEqual([false, 'deny', 'no']);
  });

  it('PostToolUse gives feedback; the call has run already', async () => {
    const report = await on(`echo '{"decision":"block","reason":"look again"}'`, 'PostToolUse', {
      ...bash('ls'),
      tool_response: {},
    });
    expect([report.proceeds, report.reason, report.reasonTo]).toEqual([true, 'look again', 'model']);
  });

  it('Stop is the end of a turn, not of the session, and can be blocked', async () => {
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

  it('SessionStart, from every source', async () => {
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

  it('SessionEnd cannot block, and its hooks get 1.5 seconds', async () => {
    const [block, slow] = await Promise.all([
      on('echo no >&2; exit 2', 'SessionEnd', { reason: 'other' }),
      on('sleep 60', 'SessionEnd', { reason: 'other' }),
    ]);
    expect([block.proceeds, block.reasonTo, slow.handlers[0]?.timedOut]).toEqual([true, 'user', true]);
  });

  it('a Stop gate keeps the agent going until the work is done', async () => {
    const project = scratch();
    const hooks = { Stop: group('[ -e "$CLAUDE_PROJECT_DIR/tested" ] || { echo run the tests >&2; exit 2; }') };
    const stop = () => play({ hooks, event: 'Stop', payload: { stop_hook_active: false }, project });
    expect((await stop()).proceeds).toBe(false);
    writeFileSync(join(project, 'tested'), '');
    expect((await stop()).proceeds).toBe(true);
  });
});

describe('the exit codes', () => {
  it('exit 0 is silent on tool events; on prompts and session starts stdout is context', async () => {
    const [tool, prompt, start] = await Promise.all([
      on('true'),
      on('echo c', 'UserPromptSubmit', { prompt: 'p' }),
      on('echo c', 'SessionStart', { source: 'startup' }),
    ]);
    expect(gist(tool)).toEqual({ ...QUIET, outcomes: ['success'] });
    expect([prompt.context, start.context]).toEqual([['c'], ['c']]);
  });

  it('exit 2: the call is blocked and the model reads stderr; after the call it is feedback', async () => {
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
