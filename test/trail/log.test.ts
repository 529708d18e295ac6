import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Lab, lab, processLab } from '../support/dispatcher.ts';
import { HOOKCTL, hookctl, type Ran, startHookctl } from '../support/hookctl.ts';
import { appendLines, auditLineOf, hitOf, segment } from './written-trail.ts';
import { bash, edited, STOP } from '../support/payloads.ts';

const POLICY = `policy: 1
rules:
  no-deploy: { before: run, when: { runs: deploy }, deny: "No deploys." }
  ask-push: { before: run, when: { runs: git push }, ask: "Push?" }
  watch-curl: { before: run, when: { runs: curl }, deny: "No curl.", mode: observe }
  warn-edit: { after: write, when: { path: "**/*.gen.ts" }, deny: "Generated.", mode: warn }
`;

const log = (here: Lab, args: string[] = [], env: Record<string, string> = {}) =>
  hookctl(['log', ...args], { env: { ...here.env, TZ: 'UTC', ...env }, cwd: here.project });
const logAll = (here: Lab, args: string[] = [], env: Record<string, string> = {}) =>
  log(here, [...args, '--all-projects'], env);

/** Times and ids differ from run to run. */
const stable = ({ stdout, stderr, exitCode }: Ran) => ({
  stdout: stdout
    .replaceAll(/^(?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d/gm, 'TIME')
    .replaceAll(/[0-9a-z]{9}-[0-9a-z]{7}/g, 'ID'),
  stderr,
  exitCode,
});

/** A session as an agent would have it, written by the real hook. */
async function worked(here = lab(POLICY)): Promise<Lab> {
  await here.hook(bash('ls'));
  await here.hook(bash('deploy all'));
  await here.hook(bash('git push origin main', { session_id: 's2' }));
  await here.hook(bash('curl http://x'));
  await here.hook(edited(`${here.project}/a.gen.ts`));
  await here.hook({ ...STOP, session_id: 's2' });
  return here;
}

describe('hookctl log', () => {
  it('one aligned line per decision, newest last; what no rule spoke about is counted', async () => {
    const here = await worked();
    const ran = stable(await log(here, [], { COLUMNS: '100' }));
    expect({
      ...ran,
      stdout: ran.stdout
        .replaceAll(here.project, '@')
        .split('\n')
        .map((line) => line.replaceAll(/ {2,}/g, '  ')),
    }).toEqual({
      stdout: [
        'TIME  deny  Bash  run deploy all  no-deploy  ID',
        'TIME  ask  Bash  run git push origin main  ask-push  ID',
        'TIME  observe  Bash  run curl http://x  watch-curl  ID',
        expect.stringMatching(/^TIME {2}warn {2}after Edit {2}modify .*… {2}warn-edit {2}ID$/),
        '',
      ],
      stderr: 'hookctl log: not shown: 2 calls that no rule matched (--all shows them)\n',
      exitCode: 0,
    });
  });

  it('lines are as wide as the terminal, and in a pipe nothing is cut', async () => {
    const here = lab();
    const long = `run ${'x'.repeat(300)}`;
    appendLines(segment(here.state, 1), [auditLineOf({ verdict: 'deny', actions: [long], hits: [hitOf()] })]);
    const narrow = (await logAll(here, [], { COLUMNS: '90' })).stdout;
    expect(narrow.trimEnd()).toHaveLength(90);
    expect((await logAll(here)).stdout).toContain(`  ${long}  no-rm  `);
  });

  it('the rule that decided comes first, with the number of others', async () => {
    const here = lab('policy: 1\nextends: [pack:recommended]\n');
    await here.hook(bash('rm -rf /'));
    await here.hook(bash('git push --force origin main'));
    const { stdout } = await log(here);
    expect([...stdout.matchAll(/ {2}(\S+ \+\d+) {2}/g)].map(([, rules]) => rules?.replace(/\d+$/, 'N'))).toEqual([
      'delete-root-or-home +N',
      'git-force-push-shared +N',
    ]);
  });

  it('on a narrow terminal no rule, id or word is cut', async () => {
    const here = lab('policy: 1\nextends: [pack:recommended]\n');
    await here.hook(bash('git push --force origin main'));
    const { stdout } = stable(await log(here, [], { COLUMNS: '80' }));
    expect(stdout).toBe('TIME  deny  Bash  git-force-push-shared +1  ID\n    run git push --force origin main\n');
  });

  it('only this project, unless all are asked for', async () => {
    const here = await worked();
    const other = auditLineOf({
      verdict: 'deny',
      actions: ['run elsewhere'],
      hits: [hitOf()],
      project: '/elsewhere',
      cwd: '/elsewhere',
    });
    appendLines(segment(here.state, 1), [other]);
    const [own, all, json] = await Promise.all([log(here), logAll(here), log(here, ['--json'])]);
    expect([own, all, json].map(({ stdout }) => stdout.includes('run elsewhere'))).toEqual([false, true, true]);
    expect(own.stderr).toContain('hookctl log: 1 decision of other projects not shown (--all-projects)\n');
    const named = await hookctl(['log', '--project', here.project], { env: here.env, cwd: '/' });
    expect(named.stdout.split('\n')).toHaveLength(own.stdout.split('\n').length);
  });

  it('what an agent wrote does not steer the terminal', async () => {
    const here = lab();
    const actions = ['run echo \u001b[2J\u001b]0;x\u0007\r\nnext\tline \u202egnp.exe \u0085'];
    appendLines(segment(here.state, 1), [
      auditLineOf({ verdict: 'deny', tool: 'Ba\u001bsh', actions, hits: [hitOf()] }),
    ]);
    const { stdout } = await logAll(here);
    expect(stdout).toContain('Ba\\x1bsh');
    expect(stdout).toContain('run echo \\x1b[2J\\x1b]0;x\\x07 ⏎ next line \\u202egnp.exe \\x85');
  });

  const filters: [string[], string[]][] = [
    [['--all'], ['ls', 'deploy all', 'git push', 'curl', 'a.gen.ts', 'Stop']],
    [
      ['--verdict', 'deny,ask'],
      ['deploy all', 'git push'],
    ],
    [
      ['--verdict', 'deny', '--verdict', 'observe'],
      ['deploy all', 'curl'],
    ],
    [
      ['--verdict', 'none'],
      ['ls', 'Stop'],
    ],
    [['--session', 's2'], ['git push']],
    [
      ['--session', 's2', '--all'],
      ['git push', 'Stop'],
    ],
    [['--tool', 'edit'], ['a.gen.ts']],
    [['--event', 'Stop', '--all'], ['Stop']],
    [['--event', 'after-tool'], ['a.gen.ts']],
    [['--rule', '*-deploy'], ['deploy all']],
    [['--grep', 'ORIGIN'], ['git push']],
    [['--grep', 'no deploys'], ['deploy all']],
    [['--limit', '1'], ['a.gen.ts']],
    [
      ['--since', '1h'],
      ['deploy all', 'git push', 'curl', 'a.gen.ts'],
    ],
    [['--until', '1h'], []],
    [['--agent', 'codex'], []],
  ];
  it('filters', async () => {
    const here = await worked();
    for (const [args, wanted] of filters) {
      const lines = (await log(here, args)).stdout.split('\n').slice(0, -1);
      expect([args, lines.length, lines.every((line, at) => line.includes(wanted[at] ?? '?'))]).toEqual([
        args,
        wanted.length,
        true,
      ]);
    }
  });

  it('--json: the records as they stand in the trail', async () => {
    const here = await worked();
    const { stdout, stderr } = await log(here, ['--json', '--all']);
    const records = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string });
    expect(stderr).toBe('');
    expect(records.map(({ id }) => id)).toEqual(here.audit().map(({ id }) => id));
    expect(records[1]).toMatchObject({
      verdict: 'deny',
      rules: ['no-deploy'],
      tool: 'Bash',
      session: 's1',
      reason: expect.stringContaining('No deploys.'),
    });
  });

  it.each<[string[], string]>([
    [['--verdict', 'dney'], '--verdict: there is no "dney" (did you mean "deny"?)'],
    [['--since', 'soon'], '--since: "soon" is not a time; give a span'],
    [['--limit', '-1'], "Option '--limit' argument is ambiguous"],
    [['--limit', 'x'], '--limit: "x" is not a number'],
    [['extra'], 'unexpected argument "extra"'],
  ])('wrong use: %j', async (args, hint) => {
    const { stdout, stderr, exitCode } = await log(lab(), args);
    expect({ stdout, exitCode, hint: stderr.includes(hint), lines: stderr.split('\n').length }).toEqual({
      stdout: '',
      exitCode: 2,
      hint: true,
      lines: 3,
    });
  });

  it('says so when there is nothing', async () => {
    const here = lab();
    expect(await log(here)).toEqual({
      stdout: '',
      stderr: `hookctl log: nothing is on record yet in ${here.state}. The hook writes a line for each call it judges; \`hookctl doctor\` says whether it is installed here\n`,
      exitCode: 0,
    });
    await here.hook(bash('ls'));
    expect((await log(here, ['--verdict', 'deny'])).stderr).toBe('hookctl log: nothing matches\n');
  });

  it('a trail that cannot be read is no empty trail', async () => {
    const here = lab();
    here.write(join(here.state, 'audit'), 'a file');
    for (const command of ['log', 'stats', 'why']) {
      const ran = await hookctl([command, ...(command === 'why' ? ['last'] : [])], { env: here.env });
      const stderr = expect.stringMatching(
        new RegExp(`^hookctl ${command}: the audit trail cannot be read \\(ENOTDIR.*\\)\n$`),
      );
      expect(ran).toEqual({ stdout: '', stderr, exitCode: 1 });
    }
  });

  it('lines that are no records are counted', async () => {
    const here = lab();
    appendLines(segment(here.state, 1), [auditLineOf({ verdict: 'deny', hits: [hitOf()] }), 'rubbish']);
    expect((await logAll(here)).stderr).toBe(
      'hookctl log: 1 line of the trail cannot be read (hookctl audit verify says which)\n',
    );
  });

  it('the trail goes on in many files', async () => {
    const here = lab(POLICY, { HOOKCTL_AUDIT_SEGMENT_BYTES: '4096' });
    for (let at = 0; at < 9; at++) await here.hook(bash(`deploy ${at}`));
    expect(readdirSync(join(here.state, 'audit')).length).toBeGreaterThan(1);
    const { stdout } = await log(here, ['--limit', '4']);
    expect([...stdout.matchAll(/run deploy (\d)/g)].map(([, number]) => number)).toEqual(['5', '6', '7', '8']);
  });

  it('many at once, while hooks are writing', async () => {
    const here = await worked(processLab(POLICY));
    const jobs = Array.from({ length: 4 }, (_, at) => [
      startHookctl(['log', '--json', '--all'], { env: here.env, cwd: here.project }),
      here.hook(bash(`deploy ${at}`)),
    ]).flat();
    for (const { exitCode, stderr } of await Promise.all(jobs)) expect([exitCode, stderr]).toEqual([0, '']);
    const ids = (await log(here, ['--json', '--all'])).stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect([...ids].sort()).toEqual(
      here
        .audit()
        .map(({ id }) => id)
        .sort(),
    );
  });
});

describe('hookctl log --follow', () => {
  /** Lines of the running command, one by one. */
  function following(here: Lab, args: string[] = []) {
    const child = spawn(process.execPath, [HOOKCTL, 'log', '--all-projects', '--follow', ...args], {
      env: here.env,
      cwd: here.project,
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let text = '';
    let wake = () => {};
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      wake();
    });
    const lines = () => text.split('\n').slice(0, -1);
    const until = async (number: number) => {
      while (lines().length < number) await new Promise<void>((resolve) => (wake = resolve));
      return lines();
    };
    return { child, until, lines };
  }

  it('shows what is there, then what comes, each once, also in new files; ends on SIGINT', async () => {
    const here = await worked();
    const { child, until, lines } = following(here, ['--verdict', 'deny']);
    expect(await until(1)).toEqual([expect.stringContaining('run deploy all')]);
    await here.hook(bash('deploy two'));
    await here.hook(bash('ls'));
    expect((await until(2))[1]).toContain('run deploy two');
    // A segment is full: the trail goes on in another file.
    const time = new Date().toISOString();
    appendLines(segment(here.state, 900), [
      auditLineOf({ id: 'later-1', time, verdict: 'deny', actions: ['run deploy three'], hits: [hitOf()] }),
    ]);
    expect((await until(3))[2]).toContain('run deploy three');
    child.kill('SIGINT');
    const [exitCode, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect({ exitCode, signal, lines: lines().length }).toEqual({ exitCode: 0, signal: null, lines: 3 });
  });

  it('starts before there is anything', async () => {
    const here = lab(POLICY);
    const { child, until } = following(here, ['--json']);
    await here.hook(bash('deploy one'));
    expect((await until(1)).map((line) => (JSON.parse(line) as { actions: string[] }).actions)).toEqual([
      ['run deploy one'],
    ]);
    child.kill('SIGINT');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });
});
