import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookctl, ROOT, run } from '../support/hookctl.ts';
import { type Answer, commandOf, DISPATCHER, lab } from '../support/dispatcher.ts';
import { bash } from '../support/payloads.ts';

const CAT = '{"tool_name":"Bash","tool_input":{"command":"cat > test.sh"}}';
const decision = (answer: Answer | null) => answer?.hookSpecificOutput?.permissionDecision ?? null;

describe('the acceptance commands, word for word', () => {
  const shell = async (line: string, env: Record<string, string> = {}) => {
    const here = lab();
    const { CLAUDE_PROJECT_DIR: _, ...rest } = here.env;
    return run('/bin/sh', ['-c', line], { cwd: ROOT, env: { ...rest, ...env } });
  };

  it('cat > test.sh with the strict switch: exit 0 and a deny', async () => {
    const { stdout, exitCode } = await shell(`echo '${CAT}' | ./dispatcher`, { SKIP_EDIT_CONFIRMATION: 'true' });
    expect([exitCode, decision(JSON.parse(stdout) as Answer)]).toEqual([0, 'deny']);
  });

  it('a write by here-document is blocked, not only logged', async () => {
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

  it('cat > test.sh: exit 0 and a question', async () => {
    const { stdout, stderr, exitCode } = await shell(`echo '${CAT}' | ./dispatcher`);
    expect([exitCode, stderr, decision(JSON.parse(stdout) as Answer)]).toEqual([0, '', 'ask']);
  });

  it('the same with SKIP_EDIT_CONFIRMATION=true: exit 0 and a deny', async () => {
    const { stdout, exitCode } = await shell(`echo '${CAT}' | SKIP_EDIT_CONFIRMATION=true ./dispatcher`);
    expect([exitCode, decision(JSON.parse(stdout) as Answer)]).toEqual([0, 'deny']);
  });

  it('ls -la: no output, exit 0', async () => {
    const line = `echo '{"tool_name":"Bash","tool_input":{"command":"ls -la"}}' | ./dispatcher`;
    expect(await shell(line)).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  });

  it('every one of them ends with exit 0', async () => {
    for (const env of [{}, { SKIP_EDIT_CONFIRMATION: 'true' }, { SKIP_EDIT_CONFIRMATION: 'false' }])
      expect((await shell(`echo '${CAT}' | ./dispatcher`, env)).exitCode).toBe(0);
  });

  it('a real event, as the agent sends it, is answered like the hand-made one', async () => {
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
  ])('%j is asked about', async (command) => {
    expect(decision(await lab().answer(bash(command)))).toBe('ask');
  });

  it('without a policy file, only files that a person would review are asked about', async () => {
    const here = lab();
    here.write('.gitignore', 'build/\n*.res\n!keep.res\n');
    here.write('docs/sample.log', 'x');
    execFileSync('git', ['-C', here.project, 'init', '-q'], { stdio: 'pipe' });
    execFileSync('git', ['-C', here.project, 'add', '.'], { stdio: 'pipe' });
    const expected = {
      'npm test > /tmp/out.log 2>&1': null,
      'npm test | tee /tmp/out.txt': null,
      'f=$(mktemp); npm test > "$f"': null,
      'npm test > test.log': null,
      'npm test > test.out': null,
      'npm test > test.res': null,
      'npm test > coverage/summary.txt': null,
      'node build.js > build/app.js': null,
      'npm test > /dev/null': null,
      'cat > test.sh': 'ask',
      'node build.js > dist/app.js': 'ask',
      'npm test > keep.res': 'ask',
      'echo x > docs/sample.log': 'ask',
      'echo x > src/a.ts': 'ask',
      'echo x > "$FILE"': 'ask',
    };
    const found: Record<string, unknown> = {};
    for (const command of Object.keys(expected)) found[command] = decision(await here.answer(bash(command)));
    expect(found).toEqual(expected);
  });

  it.each(['cp x .env', 'mv x .env', 'dd if=x of=.env', 'install x .env', `python3 -c "open('.env','w').write('x')"`])(
    '%j is judged as a write of its target',
    async (command) => {
      const here = lab(
        'policy: 1\nrules:\n  secrets: { before: write, when: { path: .env }, deny: "{path} is for people" }\n',
      );
      expect(decision(await here.answer(bash(command)))).toBe('deny');
      expect(decision(await here.answer(bash(command.replaceAll('.env', 'plain.txt'))))).toBe(null);
    },
  );

  it('conditions by regex, glob, equality and existence, joined by all, any and not; exceptions by path', async () => {
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
