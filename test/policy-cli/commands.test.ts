import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Lab, lab } from '../support/dispatcher.ts';
import { hookctl, ROOT } from '../support/hookctl.ts';
import { bash } from '../support/payloads.ts';

const REFERENCE = join(ROOT, 'test/policy/fixtures/reference.yaml.txt');
const at = (here: Lab) => ({ env: here.env, cwd: here.project });

const BROKEN = `policy: 1
rules:
  a:
    before: run
    when: { runz: rm }
    deny: "no {comand}"
  b: { at: session-start, deny: "no" }
  c: { before: run, ask: "x", deny: "y" }
`;

describe('check', () => {
  it('shows every error with file, line and column, and a suggestion', async () => {
    const here = lab(BROKEN);
    const { stdout, exitCode } = await hookctl(['check', '.hookctl/policy.yaml'], at(here));
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^\.hookctl\/policy\.yaml:5:13: error: unknown condition "runz".*did you mean "runs"/m);
    expect(stdout).toMatch(/^\.hookctl\/policy\.yaml:6:\d+: error: .*comand.*did you mean "command"/m);
    expect(stdout).toMatch(/^\.hookctl\/policy\.yaml:7:\d+: error: /m);
    expect(stdout).toMatch(/^\.hookctl\/policy\.yaml:8:\d+: error: /m);
    expect(stdout).toMatch(/1 file, 3 rules: \d+ errors\n$/);
  });

  it('says what is in force meanwhile', async () => {
    const here = lab('policy: 1\nrules: { x: { before: run, when: { runs: x }, deny: no } }\n');
    await here.hook(bash('ls'));
    here.write('.hookctl/policy.yaml', BROKEN);
    const last = async () => (await hookctl(['check'], at(here))).stdout.trimEnd().split('\n').at(-1);
    expect(await last()).toMatch(
      /^The policy has \d+ errors\. The last good version of it stays in force \(1 rule\)\.$/,
    );
    const never = await hookctl(['check'], at(lab(BROKEN)));
    expect(never.stdout).toContain('Its rules are not in force; the `on-error` setting decides calls.\n');
  });

  it('--json says the same to a machine', async () => {
    const { stdout, exitCode } = await hookctl(['check', '--json'], at(lab(BROKEN)));
    const told = JSON.parse(stdout) as { ok: boolean; problems: { line: number; column: number; severity: string }[] };
    expect([exitCode, told.ok]).toEqual([1, false]);
    expect(told.problems.map(({ line }) => line)).toEqual(expect.arrayContaining([5, 6, 7, 8]));
  });

  it('is silent about a good policy, and checks the layers when no file is named', async () => {
    const here = lab('policy: 1\nrules: {}\n');
    here.write(
      join(here.home, '.config/hookctl/policy.yaml'),
      'policy: 1\nrules:\n  x: { before: run, when: { runs: x }, deny: "no" }\n',
    );
    expect(await hookctl(['check'], at(here))).toEqual({
      stdout: '2 files, 1 rule: no problems\n',
      stderr: '',
      exitCode: 0,
    });
  });

  it('warns about files that nobody reads', async () => {
    const here = lab('policy: 1\n');
    here.write('.hookctl/polcy.yaml', 'policy: 1\n');
    here.write('hookctl.yaml', 'policy: 1\n');
    const { stdout, exitCode } = await hookctl(['check'], at(here));
    expect(exitCode).toBe(0);
    expect(stdout).toContain('.hookctl/polcy.yaml:1:1: warning: hookctl does not read this file');
    expect(stdout).toContain('hookctl.yaml:1:1: warning');
  });

  it('--strict wants tests that fire and tests that do not', async () => {
    const here = lab(
      'policy: 1\nrules:\n  x: { before: run, when: { runs: x }, deny: "no", tests: [{ deny: [x] }] }\n',
    );
    expect((await hookctl(['check'], at(here))).exitCode).toBe(0);
    const { stdout, exitCode } = await hookctl(['check', '--strict'], at(here));
    expect([exitCode, stdout.includes('rule "x" has no test that must not fire')]).toEqual([1, true]);
  });

  it('a file that is not there is an error of its own', async () => {
    const { stdout, exitCode } = await hookctl(['check', 'nope.yaml'], at(lab()));
    expect([exitCode, stdout.split('\n')]).toEqual([
      1,
      ['nope.yaml:1:1: error: there is no such file', '', '0 files, 0 rules: 1 error', ''],
    ]);
  });

  it('a directory is no policy', async () => {
    const { stdout, exitCode } = await hookctl(['check', '.hookctl'], at(lab('policy: 1\n')));
    expect([exitCode, stdout.split('\n')[0]]).toEqual([
      1,
      '.hookctl:1:1: error: a policy must be a regular file, and this is a directory; name the file, such as .hookctl/policy.yaml',
    ]);
  });

  it('names rules that can never do what they say, with the directories of the project', async () => {
    const here = lab(`policy: 1
rules:
  own: { before: write, when: { path: src }, deny: x }
  never: { before: Edit, when: { runs: npm }, deny: x }
`);
    here.write('src/a.ts', 'x');
    const { stdout, exitCode } = await hookctl(['check'], at(here));
    expect([exitCode, stdout.match(/policy\.yaml:.*$/gm)]).toEqual([
      0,
      [
        'policy.yaml:3:33: warning: "path": "src" is a directory and means only itself; write "src/" for the files in it',
        'policy.yaml:4:3: warning: no event can reach rule "never": runs "npm": Edit runs no shell command. Change the conditions, or remove the rule',
      ],
    ]);
    expect((await hookctl(['check', '--strict'], at(here))).exitCode).toBe(1);
  });
});

describe('test', () => {
  it('the twelve reference policies pass their 84 tests', async () => {
    expect(await hookctl(['test', REFERENCE])).toEqual({ stdout: '84 tests passed\n', stderr: '', exitCode: 0 });
  });

  it('a failing test is shown with its place, what was expected and what came', async () => {
    const here = lab(
      'policy: 1\nrules:\n  x:\n    before: run\n    when: { runs: x }\n    deny: "no"\n    tests: [{ deny: [x, y] }, { pass: [z] }]\n',
    );
    const { stdout, exitCode } = await hookctl(['test', '.hookctl/policy.yaml'], at(here));
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /^FAIL x: y {2}\.hookctl\/policy\.yaml:7:\d+\n {5}expected deny, got nothing: no rule matched\n\n1 of 3 tests failed\n$/,
    );
  });

  it('a failing step of a sequence has its own place; a rule that is tested alone says who else would speak', async () => {
    const here = lab(`policy: 1
rules:
  no-curl: { before: run, when: { runs: curl }, deny: No curl. }
  ask-net:
    before: run
    when: { runs: [curl, wget] }
    ask: Net?
    tests:
      - sequence:
          - { Bash: ls, is: pass }
          - { Bash: curl x, is: deny }
          - { wait: 1m }
          - { Bash: wget x, is: pass }
tests:
  - sequence:
      - { Bash: curl x, is: deny }
      - { Bash: wget x, is: pass }
`);
    const wide = { ...at(here), env: { ...here.env, COLUMNS: '300' } };
    const { stdout, exitCode } = await hookctl(['test', '.hookctl/policy.yaml'], wide);
    expect({ exitCode, lines: stdout.split('\n') }).toEqual({
      exitCode: 1,
      lines: [
        'FAIL ask-net: step 2 of 4, {"Bash":"curl x","is":"deny"}  .hookctl/policy.yaml:11:13',
        '     expected deny, got ask from ask-net: Net?',
        '     This test sees the rule alone. In the whole policy the answer is deny, by ask-net, no-curl; a test of all rules belongs in "tests" at the end of the file.',
        'FAIL ask-net: step 4 of 4, {"Bash":"wget x","is":"pass"}  .hookctl/policy.yaml:13:13',
        '     expected pass, got ask from ask-net: Net?',
        'FAIL (whole policy): step 2 of 2, {"Bash":"wget x","is":"pass"}  .hookctl/policy.yaml:17:9',
        '     expected pass, got ask from ask-net: Net?',
        '',
        '3 of 5 tests failed',
        '',
      ],
    });
    const json = JSON.parse((await hookctl(['test', '.hookctl/policy.yaml', '--json'], at(here))).stdout) as {
      results: object[];
    };
    expect(json.results[1]).toEqual({
      rule: 'ask-net',
      label: '{"Bash":"curl x","is":"deny"}',
      number: { step: 2, of: 4 },
      expected: 'deny',
      got: 'ask',
      ok: false,
      rules: ['ask-net'],
      heard: [{ rule: 'ask-net', verb: 'ask', text: 'Net?' }],
      path: ['rules', 'ask-net', 'tests', 0, 'sequence', 1],
      position: { file: '.hookctl/policy.yaml', line: 11, column: 13 },
      inPolicy: { got: 'deny', rules: ['ask-net', 'no-curl'] },
    });
  });

  it('does not run a policy with errors', async () => {
    const { stdout, exitCode } = await hookctl(['test'], at(lab(BROKEN)));
    expect([exitCode, stdout.includes('not run:')]).toEqual([1, true]);
  });

  it('--json counts', async () => {
    const { stdout } = await hookctl(['test', REFERENCE, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, passed: 84, failed: 0 });
  });

  it.each(['recommended', 'quality-gates', 'shell-writes', 'git', 'secrets', 'self-protection', 'default', 'strict'])(
    'the tests of the pack %s pass',
    async (pack) => {
      const { stdout, exitCode } = await hookctl(['test', '--pack', pack]);
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringMatching(/passed|0 tests/) as string });
    },
  );
});

describe('judge', () => {
  it('one line out for one line in, in order, bad lines included', async () => {
    const lines = [
      '{"id":"x1","command":"rm -rf /","cwd":"/project"}',
      'not json',
      '{"id":"x2","payload":{"hook_event_name":"PreToolUse","tool_name":"Edit","tool_input":{"file_path":"/project/src/.env"},"cwd":"/project"}}',
      '',
      '{"id":7}',
      '[]',
      '{"id":"x3","command":"ls -la","cwd":"/project"}',
      '{"id":"x4","command":"$CMD > $OUT","cwd":"/project"}',
    ];
    const { stdout, stderr, exitCode } = await hookctl(['judge', '--policy', REFERENCE], { stdin: lines.join('\n') });
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    const out = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(out).toHaveLength(lines.length);
    expect(out[0]).toMatchObject({
      id: 'x1',
      verdict: 'deny',
      uncertain: false,
      effects: { runs: ['rm'], writes: [], deletes: ['/'], reads: [] },
    });
    expect(out[0]?.['rules']).toContain('no-rm-root');
    expect(out[0]?.['reason']).toContain('Refusing to delete /.');
    expect(out[1]).toEqual({ id: null, error: expect.stringMatching(/^not JSON/) as string });
    expect(out[2]).toMatchObject({ id: 'x2', verdict: 'deny', effects: { writes: ['/project/src/.env'] } });
    expect(out[3]).toMatchObject({ id: null });
    expect(out[4]).toMatchObject({ id: 7, error: expect.any(String) as string });
    expect(out[5]).toEqual({ id: null, error: 'not a JSON object' });
    expect(out[6]).toEqual({
      id: 'x3',
      verdict: 'pass',
      rules: [],
      reason: '',
      uncertain: false,
      effects: { runs: ['ls'], writes: [], deletes: [], reads: expect.any(Array) as unknown[] },
    });
    expect(out[7]).toMatchObject({ id: 'x4', uncertain: true });
  });

  it('lists what the text does, and not what it would do under a second reading', async () => {
    const commands = ['cp -b a b', 'make > "log-$(date +%F).txt"', 'tar xf a.tar lib'];
    const { stdout } = await hookctl(['judge', '--policy', REFERENCE], {
      stdin: commands.map((command) => `${JSON.stringify({ command, cwd: '/p' })}\n`).join(''),
    });
    const writes = stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { effects: { writes: string[] } }).effects.writes);
    expect(writes).toEqual([['/p/b'], ['?'], ['/p/lib']]);
  });

  it('remembers nothing from line to line', async () => {
    const line = JSON.stringify({
      id: 1,
      payload: {
        hook_event_name: 'PostToolUse',
        session_id: 's',
        tool_name: 'Edit',
        tool_input: { file_path: '/p/src/a.ts' },
        tool_response: {},
      },
    });
    const { stdout } = await hookctl(['judge', '--policy', REFERENCE], {
      stdin: `${Array(12).fill(line).join('\n')}\n`,
    });
    expect(
      new Set(
        stdout
          .trimEnd()
          .split('\n')
          .map((text) => (JSON.parse(text) as { verdict: string }).verdict),
      ),
    ).toEqual(new Set(['pass']));
  });

  it('takes twenty thousand lines as they come', async () => {
    const lines = Array.from({ length: 20_000 }, (_, id) =>
      JSON.stringify({ id, command: `git log -n ${id} && cat file-${id}.txt`, cwd: '/project' }),
    );
    const { stdout } = await hookctl(['judge', '--pack', 'containers'], { stdin: lines.join('\n') });
    const ids = stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: number }).id);
    expect(ids).toEqual(lines.map((_, id) => id));
  });

  it('a policy with errors judges nothing', async () => {
    const { stdout, stderr, exitCode } = await hookctl(['judge'], {
      ...at(lab(BROKEN)),
      stdin: '{"id":1,"command":"ls"}\n',
    });
    expect([exitCode, stdout, stderr.includes('policy.yaml:5:13: error')]).toEqual([1, '', true]);
  });
});

describe('new', () => {
  it('new validate: a policy that denies, warns or says nothing', async () => {
    const here = lab();
    expect((await hookctl(['new', 'validate'], at(here))).exitCode).toBe(0);
    expect(await hookctl(['check', '--strict'], at(here))).toMatchObject({ exitCode: 0 });
    expect(await hookctl(['test'], at(here))).toMatchObject({ exitCode: 0, stdout: '5 tests passed\n' });
    const write = (content: string) =>
      here.answer({
        hook_event_name: 'PreToolUse',
        tool_name: 'Write',
        tool_input: { file_path: content.startsWith('{') ? 'a.json' : 'src/a.ts', content },
      });
    expect((await write('{"a":1,}'))?.hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('Validation failed: ') as string,
    });
    expect((await write('// TODO'))?.hookSpecificOutput?.additionalContext).toContain('Warning: minor issue detected');
    expect(await write('fine')).toBe(null);
  });

  it.each([undefined, 'safety-check', 'env-check', 'my-own-rule'])(
    'new %s writes a policy that checks and passes its tests',
    async (name) => {
      const here = lab();
      expect((await hookctl(['new', ...(name === undefined ? [] : [name])], at(here))).exitCode).toBe(0);
      expect((await hookctl(['check', '--strict'], at(here))).exitCode).toBe(0);
      expect(await hookctl(['test'], at(here))).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(/^[1-9]\d* tests passed\n$/) as string,
      });
    },
  );

  it('a rule of one’s own is in force at once', async () => {
    const here = lab();
    await hookctl(['new', 'my-own-rule'], at(here));
    expect((await here.answer(bash('example-program --dangerous')))?.hookSpecificOutput?.permissionDecision).toBe(
      'deny',
    );
  });

  it('adds one line to an existing policy, and replaces nothing', async () => {
    const before = '# mine\npolicy: 1   # version\nextends: [pack:git] # git\nrules: {}\n';
    const here = lab(before);
    expect((await hookctl(['new'], at(here))).exitCode).toBe(2);
    expect((await hookctl(['new', 'validate'], at(here))).exitCode).toBe(0);
    expect(readFileSync(join(here.project, '.hookctl/policy.yaml'), 'utf8')).toBe(
      before.replace('[pack:git]', '[pack:git, ./validate.yaml]'),
    );
    expect((await hookctl(['new', 'validate'], at(here))).exitCode).toBe(2);
  });

  it.each([
    ['policy: 1\nrules: {}\n', 'policy: 1\nextends: [./x-rule.yaml]\nrules: {}\n'],
    [
      'policy: 1\nextends:\n  - pack:git\nrules: {}\n',
      'policy: 1\nextends:\n  - ./x-rule.yaml\n  - pack:git\nrules: {}\n',
    ],
  ])('extends %j', async (before, after) => {
    const here = lab(before);
    await hookctl(['new', 'x-rule'], at(here));
    expect(readFileSync(join(here.project, '.hookctl/policy.yaml'), 'utf8')).toBe(after);
    expect((await hookctl(['check'], at(here))).exitCode).toBe(0);
  });

  it('refuses names that are none', async () => {
    for (const name of ['../x', 'A', 'policy', '1a'])
      expect((await hookctl(['new', name], at(lab()))).exitCode).toBe(2);
  });

  it('writes into the repository’s root from below', async () => {
    const here = lab();
    mkdirSync(join(here.project, '.git'));
    mkdirSync(join(here.project, 'deep'));
    const { CLAUDE_PROJECT_DIR: _, ...env } = here.env;
    await hookctl(['new'], { env, cwd: join(here.project, 'deep') });
    expect(existsSync(join(here.project, '.hookctl/policy.yaml'))).toBe(true);
  });
});

describe('packs', () => {
  it('show --json is JSON, with the text of the pack', async () => {
    const { stdout } = await hookctl(['packs', 'show', 'git', '--json']);
    const pack = JSON.parse(stdout) as { name: string; rules: { id: string }[]; text: string };
    expect({ name: pack.name, rule: pack.rules[0]?.id, text: pack.text.slice(0, 9) }).toEqual({
      name: 'git',
      rule: 'git-discard-all',
      text: (await hookctl(['packs', 'show', 'git'])).stdout.slice(0, 9),
    });
  });

  it('lists the packs with their rules', async () => {
    const { stdout, exitCode } = await hookctl(['packs']);
    expect(exitCode).toBe(0);
    for (const name of [
      'default',
      'recommended',
      'strict',
      'git',
      'secrets',
      'quality-gates',
      'shell-writes',
      'self-protection',
      'database',
      'cloud',
      'containers',
      'packages',
      'remote-code',
    ])
      expect(stdout).toMatch(new RegExp(`^${name} {2}\\d+ rules?`, 'm'));
    expect(stdout).toMatch(/^ {2}deny {2}loop-stop +LOOP DETECTED/m);
  });

  it('show prints the source of one; a mistyped name gets a suggestion', async () => {
    expect((await hookctl(['packs', 'show', 'shell-writes'])).stdout).toContain('confirm-shell-writes:');
    const { stderr, exitCode } = await hookctl(['packs', 'show', 'recomended']);
    expect([exitCode, stderr.includes('did you mean "recommended"')]).toEqual([2, true]);
  });
});

it.each(['check', 'test', 'explain', 'judge', 'new', 'packs', 'allow-once'])(
  '%s --help shows options and examples',
  async (name) => {
    const { stdout, exitCode } = await hookctl([name, '--help']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`Usage: hookctl ${name}`);
    expect(stdout).toMatch(/Examples:\n {2}# .+\n {2}.+/);
  },
);

it.each(['check', 'test', 'explain', 'judge', 'new', 'packs'])('%s refuses an unknown option', async (name) => {
  expect((await hookctl([name, '--no-such-option'])).exitCode).toBe(2);
});
