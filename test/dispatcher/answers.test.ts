import { nodeSystem } from '../../src/system/node/system.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { hookctl, ROOT, run } from '../support/hookctl.ts';
import { type Answer, commandOf, DISPATCHER, lab } from '../support/dispatcher.ts';
import { scratch } from '../support/scratch.ts';
import { bash } from '../support/payloads.ts';

const decision = (answer: Answer | null) => answer?.hookSpecificOutput?.permissionDecision ?? null;
const ALL = `policy: 1
rules:
  d: { before: run, when: { runs: d }, deny: "no d" }
  a: { before: run, when: { runs: a }, ask: "a?" }
  y: { before: run, when: { runs: y }, allow: "y is fine" }
`;

describe('exit codes and answers', () => {
  it(
    'every answer is empty or one JSON object, with exit code 0: 1,000 random events',
    { timeout: 120_000 },
    async () => {
      const { createHookHost } = await import('../../src/hook/host.ts');
      const { handle } = await import('../../src/hook/handle.ts');
      const { receivePayload } = await import('../../src/protocol/payload/payload.ts');
      const { rebuildPolicy } = await import('../../src/hook/policy-cache/rebuild-policy.ts');
      const state = scratch();
      const env = { HOME: scratch(), HOOKCTL_STATE_DIR: state, CLAUDE_PROJECT_DIR: state };
      const host = createHookHost(
        claudeCode,
        {
          system: nodeSystem,
          env,
          cwd: state,
          payloadPaths: { cwd: null, project: null },
          deadline: Infinity,
          elapsed: () => 0,
        },
        { version: 'test', shipped: join(state, 'none'), rebuild: rebuildPolicy },
      );
      const anyText = fc.oneof(
        fc.constantFrom(
          'PreToolUse',
          'PostToolUse',
          'PostToolUseFailure',
          'Stop',
          'SessionStart',
          'UserPromptSubmit',
          'PermissionRequest',
          'Dreaming',
          '',
        ),
        fc.string({ unit: 'binary' }),
      );
      const command = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc
          .array(
            fc.constantFrom(
              'rm -rf',
              '/',
              '~',
              '$(',
              ')',
              '`',
              "'",
              '"',
              '>',
              '<<EOF\n',
              'EOF\n',
              '|',
              '&&',
              ';',
              'git push -f',
              'sudo',
              '{',
              '}',
              '\\',
              '$X',
              'cat',
              'bash -c',
            ),
            { maxLength: 12 },
          )
          .map((words) => words.join(' ')),
      );
      const payload = fc.record(
        {
          hook_event_name: anyText,
          session_id: fc.oneof(fc.string({ unit: 'binary' }), fc.constant('s')),
          tool_name: fc.oneof(
            fc.constantFrom('Bash', 'Edit', 'Write', 'Read', 'WebFetch', 'mcp__a__write_file', 'Task', 'PowerShell'),
            fc.string(),
          ),
          tool_input: fc.oneof(
            fc.record(
              { command, file_path: fc.string({ unit: 'binary' }), url: fc.webUrl(), content: fc.string() },
              { requiredKeys: [] },
            ),
            fc.anything(),
          ),
          tool_response: fc.anything(),
          cwd: fc.oneof(fc.constant('/project'), fc.string()),
          prompt: fc.string(),
          error: fc.anything(),
        },
        { requiredKeys: [] },
      );
      const text = fc.oneof(
        { weight: 9, arbitrary: payload.map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
      );
      fc.assert(
        fc.property(text, (input) => {
          const { stdout, stderr, exitCode } = handle(receivePayload(input ?? ''), host);
          expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
          if (stdout === '') return;
          expect(stdout.endsWith('}\n') && !stdout.slice(0, -1).includes('\n')).toBe(true);
          expect(typeof JSON.parse(stdout)).toBe('object');
        }),
        { numRuns: 1_000 },
      );
    },
  );

  it('allow, ask and deny are told apart by the JSON, never by the exit code', async () => {
    const here = lab(ALL);
    for (const [command, wanted] of [
      ['y', 'allow'],
      ['a', 'ask'],
      ['d', 'deny'],
    ] as const) {
      const { stdout, exitCode } = await here.hook(bash(command));
      expect([exitCode, decision(JSON.parse(stdout) as Answer)]).toEqual([0, wanted]);
    }
  });

  it('exit 0 and JSON on stdout is what the agent acts on', async () => {
    const here = lab(ALL);
    const settings = {
      hooks: {
        PreToolUse: [
          {
            hooks: [
              {
                type: 'command',
                command: commandOf(DISPATCHER)
                  .map((word) => `"${word}"`)
                  .join(' '),
              },
            ],
          },
        ],
      },
    };
    here.write('.claude/settings.json', JSON.stringify(settings));
    const { stdout } = await hookctl(
      ['fire', '--payload', '-', '--project', here.project, '--home', here.home, '--json'],
      {
        stdin: JSON.stringify({ session_id: 's', cwd: here.project, ...bash('d') }),
        env: here.env,
        cwd: here.project,
      },
    );
    expect(JSON.parse(stdout)).toMatchObject({
      proceeds: false,
      permission: 'deny',
      reason: expect.stringContaining('no d') as string,
    });
  });

  it.each([
    ['PreToolUse', 'before: run', 'deny'],
    ['PreToolUse', 'before: run', 'ask'],
    ['PreToolUse', 'before: run', 'allow'],
    ['PreToolUse', 'before: run', 'warn'],
    ['PreToolUse', 'before: run', 'inject'],
    ['PostToolUse', 'after: run', 'deny'],
    ['PostToolUse', 'after: run', 'warn'],
    ['PostToolUse', 'after: run', 'inject'],
    ['Stop', 'at: stop', 'deny'],
    ['Stop', 'at: stop', 'warn'],
    ['UserPromptSubmit', 'at: prompt', 'deny'],
    ['UserPromptSubmit', 'at: prompt', 'warn'],
    ['UserPromptSubmit', 'at: prompt', 'inject'],
    ['SessionStart', 'at: session-start', 'warn'],
    ['SessionStart', 'at: session-start', 'inject'],
  ])('%s, %s, %s has the shape of its event', async (event, moment, verb) => {
    const here = lab(`policy: 1\nrules:\n  r: { ${moment}, ${verb}: "text" }\n`);
    const answer = await here.answer({
      hook_event_name: event,
      tool_name: 'Bash',
      tool_input: { command: 'x' },
      tool_response: { stdout: '' },
      prompt: 'p',
      source: 'startup',
    });
    const fields = new Set(Object.keys(answer ?? {}));
    expect(fields.size).toBeGreaterThan(0);
    for (const field of fields) expect(['hookSpecificOutput', 'decision', 'reason', 'systemMessage']).toContain(field);
    if (answer?.hookSpecificOutput !== undefined) expect(answer.hookSpecificOutput.hookEventName).toBe(event);
    if (event === 'PreToolUse' && ['deny', 'ask', 'allow'].includes(verb)) expect(decision(answer)).toBe(verb);
    else if (verb === 'deny')
      expect(answer).toMatchObject({ decision: 'block', reason: expect.stringContaining('text') as string });
    // Context would keep an agent going that is about to stop.
    if (event === 'Stop' && verb === 'warn') expect(answer?.hookSpecificOutput).toBeUndefined();
  });

  it('exit code 0 for allow, deny and ask', async () => {
    const here = lab(ALL);
    for (const command of ['y', 'a', 'd']) expect((await here.hook(bash(command))).exitCode).toBe(0);
  });

  it('the official wrapper, its three values and the reason', async () => {
    const here = lab(ALL);
    for (const [command, value, text] of [
      ['y', 'allow', 'y is fine'],
      ['a', 'ask', 'a?'],
      ['d', 'deny', 'no d'],
    ] as const) {
      const answer = await here.answer(bash(command));
      expect(answer?.hookSpecificOutput?.hookEventName).toBe('PreToolUse');
      expect(decision(answer)).toBe(value);
      expect(answer?.hookSpecificOutput?.permissionDecisionReason).toContain(text);
    }
  });

  it('no flat fields of old', async () => {
    const answer = (await lab(ALL).answer(bash('d'))) as Record<string, unknown>;
    expect(Object.keys(answer)).toEqual(['hookSpecificOutput']);
    expect(answer['permissionDecision'] ?? answer['message']).toBeUndefined();
  });
});

describe('the two programs', () => {
  it('the dispatcher is built and says its version', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(await run(join(ROOT, 'dispatcher'), ['--version'])).toEqual({
      stdout: `${version}\n`,
      stderr: '',
      exitCode: 0,
    });
  });

  it('hookctl is built and says its version', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(await run(join(ROOT, 'hookctl'), ['--version'])).toEqual({
      stdout: `${version}\n`,
      stderr: '',
      exitCode: 0,
    });
  });

  it('the hook is a program of its own; what it bundles is asserted in processes.test.ts', () => {
    const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { bin: Record<string, string> };
    expect(bin).toMatchObject({ hookctl: 'dist/hookctl.mjs', 'hookctl-dispatcher': 'dist/dispatcher.cjs' });
  });
});
