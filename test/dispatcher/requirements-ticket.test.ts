import { nodeSystem } from '../../src/system/node/system.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { hookctl, ROOT, run } from '../support/hookctl.ts';
import { type Answer, bash, commandOf, DISPATCHER, lab } from './support/dispatcher.ts';
import { scratch } from '../support/scratch.ts';

/**
 * Seed 3 (the ticket), R109–R143, on the built artefacts.
 * Not product requirements, so not tested here: R109 and R138 (provenance), R128–R130 (where the code stands; docs cite the source), R139–R140 (release
 * checklist, `npm run check`), R143 (process). R113 and R114 are the runtime's, R127 and R141 the oracle's replay, R136 belongs to `import`.
 */
const CAT = '{"tool_name":"Bash","tool_input":{"command":"cat > test.sh"}}';
const decision = (answer: Answer | null) => answer?.hookSpecificOutput?.permissionDecision ?? null;
const ALL = `policy: 1
rules:
  d: { before: run, when: { runs: d }, deny: "no d" }
  a: { before: run, when: { runs: a }, ask: "a?" }
  y: { before: run, when: { runs: y }, allow: "y is fine" }
`;

describe('exit codes and answers', () => {
  it(
    'R110 every answer is empty or one JSON object, with exit code 0: 1,000 random events',
    { timeout: 120_000 },
    async () => {
      const { createHookHost } = await import('../../src/hook/host.ts');
      const { dispatch } = await import('../../src/hook/dispatch.ts');
      const { rebuildPolicy } = await import('../../src/hook/policy-cache/rebuild-policy.ts');
      const state = scratch();
      const env = { HOME: scratch(), HOOKCTL_STATE_DIR: state, CLAUDE_PROJECT_DIR: state };
      const host = createHookHost(
        claudeCode,
        { system: nodeSystem, env, cwd: state, payloadCwd: () => null, deadline: Infinity, elapsed: () => 0 },
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
          const { stdout, stderr, exitCode } = dispatch({
            text: input ?? '',
            host,
            event: undefined,
            remarks: [],
          });
          expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
          if (stdout === '') return;
          expect(stdout.endsWith('}\n') && !stdout.slice(0, -1).includes('\n')).toBe(true);
          expect(typeof JSON.parse(stdout)).toBe('object');
        }),
        { numRuns: 1_000 },
      );
    },
  );

  it('R111 allow, ask and deny are told apart by the JSON, never by the exit code', async () => {
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

  it('R112 exit 0 and JSON on stdout is what the agent acts on', async () => {
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
  ])('R115 %s, %s, %s has the shape of its event', async (event, moment, verb) => {
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

  it('R116 exit code 0 for allow, deny and ask', async () => {
    const here = lab(ALL);
    for (const command of ['y', 'a', 'd']) expect((await here.hook(bash(command))).exitCode).toBe(0);
  });

  it('R117 R118 R119 the official wrapper, its three values and the reason', async () => {
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

  it('R131 no flat fields of old', async () => {
    const answer = (await lab(ALL).answer(bash('d'))) as Record<string, unknown>;
    expect(Object.keys(answer)).toEqual(['hookSpecificOutput']);
    expect(answer['permissionDecision'] ?? answer['message']).toBeUndefined();
  });
});

describe('the two programs', () => {
  it('R120 the dispatcher is built and says its version', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(await run(join(ROOT, 'dispatcher'), ['--version'])).toEqual({
      stdout: `${version}\n`,
      stderr: '',
      exitCode: 0,
    });
  });

  it('R121 hookctl is built and says its version', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(await run(join(ROOT, 'hookctl'), ['--version'])).toEqual({
      stdout: `${version}\n`,
      stderr: '',
      exitCode: 0,
    });
  });

  it('R137 the hook is a program of its own; what it bundles is asserted in processes.test.ts', () => {
    const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { bin: Record<string, string> };
    expect(bin).toMatchObject({ hookctl: 'dist/hookctl.mjs', 'hookctl-dispatcher': 'dist/dispatcher.cjs' });
  });
});

describe('the acceptance commands, word for word', () => {
  const shell = async (line: string, env: Record<string, string> = {}) => {
    const here = lab();
    const { CLAUDE_PROJECT_DIR: _, ...rest } = here.env;
    return run('/bin/sh', ['-c', line], { cwd: ROOT, env: { ...rest, ...env } });
  };

  it('R122 cat > test.sh with the strict switch: exit 0 and a deny', async () => {
    const { stdout, exitCode } = await shell(`echo '${CAT}' | ./dispatcher`, { SKIP_EDIT_CONFIRMATION: 'true' });
    expect([exitCode, decision(JSON.parse(stdout) as Answer)]).toEqual([0, 'deny']);
  });

  it('R123 a write by here-document is blocked, not only logged', async () => {
    const here = lab();
    const command = 'cat > a.sh <<EOF\necho hi\nEOF';
    expect(decision(await here.answer(bash(command)))).toBe('ask');
    expect(decision(await here.answer(bash(command), { env: { SKIP_EDIT_CONFIRMATION: 'true' } }))).toBe('deny');
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
        stdin: JSON.stringify({ session_id: 's', cwd: here.project, ...bash(command) }),
        env: { ...here.env, SKIP_EDIT_CONFIRMATION: 'true' },
        cwd: here.project,
      },
    );
    expect(JSON.parse(stdout)).toMatchObject({ proceeds: false, permission: 'deny' });
    expect(existsSync(join(here.project, 'a.sh'))).toBe(false);
  });

  it('R132 cat > test.sh: exit 0 and a question', async () => {
    const { stdout, stderr, exitCode } = await shell(`echo '${CAT}' | ./dispatcher`);
    expect([exitCode, stderr, decision(JSON.parse(stdout) as Answer)]).toEqual([0, '', 'ask']);
  });

  it('R133 the same with SKIP_EDIT_CONFIRMATION=true: exit 0 and a deny', async () => {
    const { stdout, exitCode } = await shell(`echo '${CAT}' | SKIP_EDIT_CONFIRMATION=true ./dispatcher`);
    expect([exitCode, decision(JSON.parse(stdout) as Answer)]).toEqual([0, 'deny']);
  });

  it('R134 ls -la: no output, exit 0', async () => {
    const line = `echo '{"tool_name":"Bash","tool_input":{"command":"ls -la"}}' | ./dispatcher`;
    expect(await shell(line)).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  });

  it('R135 every one of them ends with exit 0', async () => {
    for (const env of [{}, { SKIP_EDIT_CONFIRMATION: 'true' }, { SKIP_EDIT_CONFIRMATION: 'false' }])
      expect((await shell(`echo '${CAT}' | ./dispatcher`, env)).exitCode).toBe(0);
  });

  it('R142 a real event, as the agent sends it, is answered like the hand-made one', async () => {
    const golden = JSON.parse(
      readFileSync(join(ROOT, 'test/fixtures/claude-code-2.1.325/PreToolUse.Bash.json'), 'utf8'),
    ) as object;
    expect(decision(await lab().answer(golden))).toBe('ask');
  });
});

describe('writes from the shell', () => {
  it.each([
    'echo x > a.go',
    'echo x >> a.go',
    'cat > a.go <<EOF\nx\nEOF',
    'echo x | tee a.go',
    'sed -i s/a/b/ a.go',
    'cat > a.go',
    'echo hi>a.go',
  ])('R125 %j is asked about', async (command) => {
    expect(decision(await lab().answer(bash(command)))).toBe('ask');
  });

  it.each(['cp x .env', 'mv x .env', 'dd if=x of=.env', 'install x .env', `python3 -c "open('.env','w').write('x')"`])(
    'R125 %j is judged as a write of its target',
    async (command) => {
      const here = lab(
        'policy: 1\nrules:\n  secrets: { before: write, when: { path: .env }, deny: "{path} is for people" }\n',
      );
      expect(decision(await here.answer(bash(command)))).toBe('deny');
      expect(decision(await here.answer(bash(command.replaceAll('.env', 'plain.txt'))))).toBe(null);
    },
  );

  it('R126 conditions by regex, glob, equality and existence, joined by all, any and not; exceptions by path', async () => {
    const here = lab(`policy: 1
rules:
  confirm-edits:
    before: write
    when: { any: [{ path: "src/**" }, { content: /secret/ }], not: { exists: maintenance.flag } }
    unless: { path: ["tickets/**", "**/*.test.ts"] }
    ask: "Change {path}?"
`);
    const write = (file_path: string, content = 'x') => ({
      hook_event_name: 'PreToolUse',
      tool_name: 'Write',
      tool_input: { file_path, content },
    });
    expect(decision(await here.answer(write('src/a.ts')))).toBe('ask');
    expect(decision(await here.answer(write('doc.md', 'a secret')))).toBe('ask');
    expect(await here.answer(write('tickets/1.md', 'a secret'))).toBe(null);
    expect(await here.answer(write('src/a.test.ts'))).toBe(null);
    here.write('maintenance.flag', '');
    expect(await here.answer(write('src/a.ts'))).toBe(null);
  });
});

it('R124 no page says that exit 2 and JSON go together', () => {
  const pages = ['README.md', 'DEVELOPER.md', 'docs/dispatcher.md']
    .map((name) => join(ROOT, name))
    .filter((path) => existsSync(path));
  for (const page of pages) expect(readFileSync(page, 'utf8')).not.toMatch(/exit (?:code )?2 (?:\+|and|with) JSON/i);
  expect(readFileSync(join(ROOT, 'docs/dispatcher.md'), 'utf8')).toMatch(/exit code 0/i);
});
