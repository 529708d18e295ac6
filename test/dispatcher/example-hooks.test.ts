import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookctl, ROOT, run } from '../support/hookctl.ts';
import { scratch } from '../support/scratch.ts';
import { before, edited, failedBash, ranBash, STOP } from '../support/payloads.ts';

const HOOKS = join(ROOT, 'examples/hooks');

interface Fired {
  proceeds: boolean;
  permission: string | null;
  reason: string | null;
  context: string[];
  systemMessages: string[];
  handlers: { ran: boolean; outcome: string; exitCode: number; stderr: string; stdout: string }[];
}

/** A project whose settings run the example scripts, played by the built `hookctl fire`. */
function stage(hooks: Record<string, { matcher?: string; script: string }[]>, env: Record<string, string> = {}) {
  const base = scratch();
  const [project, home, state] = ['project', 'home', 'state'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(join(project, '.claude'), { recursive: true });
  mkdirSync(home);
  const settings = Object.fromEntries(
    Object.entries(hooks).map(([event, rows]) => [
      event,
      rows.map(({ matcher, script }) => ({
        ...(matcher === undefined ? {} : { matcher }),
        hooks: [{ type: 'command', command: `"${join(HOOKS, script)}"`, timeout: 10 }],
      })),
    ]),
  );
  writeFileSync(join(project, '.claude/settings.json'), JSON.stringify({ hooks: settings }));
  const fire = async (payload: object): Promise<Fired> => {
    const { stdout, stderr } = await hookctl(
      ['fire', '--payload', '-', '--project', project, '--home', home, '--json'],
      {
        stdin: JSON.stringify({ session_id: 's1', cwd: project, ...payload }),
        env: { PATH: process.env['PATH'] ?? '', HOME: home, HOOK_STATE_DIR: state, ...env },
        cwd: project,
      },
    );
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as Fired;
  };
  return { project, fire };
}

describe('bash-guard.sh', () => {
  it.each([
    ['rm -rf /', false],
    ['rm -fr /', false],
    ['rm -r -f  /', false],
    ['rm -rf ../../x/../y', false],
    ['echo x >/etc/hosts', false],
    [':(){ :|:& };:', false],
    ['rm -rf /tmp/build', true],
    ['git commit -m "never rm -rf /"', true],
    ['ls -la', true],
  ])('%s: proceeds %s', async (command, proceeds) => {
    const { fire } = stage({ PreToolUse: [{ matcher: 'Bash', script: 'bash-guard.sh' }] });
    const fired = await fire(before('Bash', { command }));
    expect(fired.proceeds).toBe(proceeds);
    if (!proceeds) expect(fired.reason).toContain('Error: Dangerous command pattern detected');
  });
});

it('safety-check.sh refuses in its own words', async () => {
  const { fire } = stage({ PreToolUse: [{ matcher: 'Bash', script: 'safety-check.sh' }] });
  expect((await fire(before('Bash', { command: 'rm -rf /' }))).reason).toContain('Error: Operation not permitted');
  expect((await fire(before('Bash', { command: 'ls' }))).proceeds).toBe(true);
});

it('validate.sh: deny, warn, nothing', async () => {
  const { fire } = stage({ PreToolUse: [{ matcher: 'Edit|Write', script: 'validate.sh' }] });
  const bad = await fire(before('Write', { file_path: 'a.json', content: '{"a":1,}' }));
  expect(bad).toMatchObject({
    proceeds: false,
    reason: expect.stringContaining('Validation failed: a.json') as string,
  });
  const minor = await fire(before('Write', { file_path: 'a.ts', content: '// TODO' }));
  expect(minor).toMatchObject({
    proceeds: true,
    context: [expect.stringContaining('Warning: minor issue detected') as string],
  });
  expect(await fire(before('Write', { file_path: 'a.json', content: '{"a":1}' }))).toMatchObject({
    proceeds: true,
    context: [],
    systemMessages: [],
  });
});

describe('env-check.sh', () => {
  const withPrograms = (...names: string[]): string => {
    const bin = scratch();
    for (const name of names) symlinkSync('/bin/true', join(bin, name));
    return bin;
  };
  it.each([
    [[], 2, 'Error: git is required but not installed'],
    [['git'], 1, 'Warning: node not found, some features unavailable'],
    [['git', 'node'], 0, ''],
  ])('with %j: %i', async (programs, exitCode, stderr) => {
    const ran = await run('/bin/bash', [join(HOOKS, 'env-check.sh')], { env: { PATH: withPrograms(...programs) } });
    expect(ran).toEqual({ stdout: '', stderr: stderr === '' ? '' : `${stderr}\n`, exitCode });
  });
});

it('deprecated-config.sh: its exit codes when run by hand, a warning for both readers as a hook', async () => {
  const { project, fire } = stage({ SessionStart: [{ script: 'deprecated-config.sh' }] });
  const byHand = () =>
    run('/bin/sh', ['-c', `"${join(HOOKS, 'deprecated-config.sh')}" </dev/null`], {
      cwd: project,
      env: { PATH: process.env['PATH'] ?? '' },
    });
  expect(await byHand()).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  writeFileSync(join(project, 'old-config.conf'), '');
  expect(await byHand()).toEqual({ stdout: '', stderr: 'Warning: old-config.conf is deprecated\n', exitCode: 1 });
  const fired = await fire({ hook_event_name: 'SessionStart', source: 'startup' });
  expect(fired.context.join()).toContain('old-config.conf is deprecated');
});

describe('test-gate.sh with record-tests.sh', () => {
  const record = { matcher: 'Bash|Edit|Write|MultiEdit|NotebookEdit', script: 'record-tests.sh' };
  const hooks = { PostToolUse: [record], PostToolUseFailure: [record], Stop: [{ script: 'test-gate.sh' }] };

  it('edit, stop, failing run, passing run, edit again', async () => {
    const { fire } = stage(hooks);
    expect((await fire(STOP)).proceeds).toBe(true);
    await fire(edited('src/a.ts'));
    await fire(edited('src/a.ts'));
    await fire(edited('src/b.ts'));
    expect((await fire(STOP)).reason).toContain('BLOCKED: 2 source files were edited but tests have not been run.');
    await fire(failedBash('npm test', 'Exit code 1'));
    expect((await fire(STOP)).proceeds).toBe(false);
    await fire(ranBash('echo pytest'));
    await fire(ranBash('cd x && npm test'));
    expect((await fire(STOP)).proceeds).toBe(true);
    await fire(edited('src/a.ts'));
    expect((await fire(STOP)).reason).toContain('BLOCKED: Source files were edited after the last test run.');
  });

  it('another session is not held, and no session for ever', async () => {
    const { fire } = stage(hooks);
    await fire(edited('src/a.ts'));
    expect((await fire({ ...STOP, session_id: 's2' })).proceeds).toBe(true);
    const stops: boolean[] = [];
    for (let i = 0; i < 5; i++) stops.push((await fire(STOP)).proceeds);
    expect(stops).toEqual([false, false, false, true, true]);
  });
});

describe('doom-loop-detector.sh', () => {
  it('advises at 5, halts at 8, by session and by whole path', async () => {
    const { fire } = stage({ PostToolUse: [{ matcher: 'Edit|Write', script: 'doom-loop-detector.sh' }] });
    const kinds: string[] = [];
    for (let i = 1; i <= 9; i++) {
      const { reason, context } = await fire(edited('/p/a.ts'));
      kinds.push(
        reason?.includes('LOOP DETECTED') === true ? 'halt' : context.join().includes('ADVISORY') ? 'advice' : 'none',
      );
    }
    expect(kinds).toEqual(['none', 'none', 'none', 'none', 'advice', 'advice', 'advice', 'halt', 'halt']);
    expect((await fire(edited('/p/a.ts', { session_id: 's2' }))).reason).toBe(null);
    expect((await fire(edited('/p/b.ts'))).reason).toBe(null);
    expect(
      (await fire({ hook_event_name: 'PostToolUse', tool_name: 'Edit', tool_input: {}, tool_response: {} })).reason,
    ).toBe(null);
  });
});

it('read-limit-guard.sh: 2001 lines, and not 2000, and not with offset or limit', async () => {
  const { project, fire } = stage({ PreToolUse: [{ matcher: 'Read', script: 'read-limit-guard.sh' }] });
  const big = join(project, 'big.log');
  writeFileSync(big, 'x\n'.repeat(2001));
  writeFileSync(join(project, 'ok.log'), 'x\n'.repeat(2000));
  const read = async (input: object) => (await fire(before('Read', input))).reason;
  expect(await read({ file_path: big })).toContain(`BLOCKED: '${big}' has 2001 lines (limit: 2000 per Read call).`);
  expect(await read({ file_path: join(project, 'ok.log') })).toBe(null);
  expect(await read({ file_path: big, offset: 0 })).toBe(null);
  expect(await read({ file_path: big, limit: 10 })).toBe(null);
  expect(await read({ file_path: project })).toBe(null);
});

it('coverage-gate.sh reads decimals, failures and only pytest', async () => {
  const { fire } = stage({
    PostToolUse: [{ matcher: 'Bash', script: 'coverage-gate.sh' }],
    PostToolUseFailure: [{ matcher: 'Bash', script: 'coverage-gate.sh' }],
  });
  const failed = async (payload: object) => (await fire(payload)).handlers.some(({ exitCode }) => exitCode === 2);
  expect(await failed(ranBash('pytest --cov', 'TOTAL 100 11 89%'))).toBe(true);
  expect(await failed(ranBash('pytest --cov', 'TOTAL 100 10 89.95%'))).toBe(true);
  expect(await failed(ranBash('uv run pytest --cov', 'TOTAL 100 10 90%'))).toBe(false);
  expect(await failed(ranBash('python -m pytest', 'TOTAL 1 1 5%\nTOTAL 100 0 100%'))).toBe(false);
  expect(await failed(ranBash('pip install pytest', 'TOTAL 1 1 5%'))).toBe(false);
  expect(await failed(failedBash('pytest --cov', 'Exit code 1\nTOTAL 100 50 50%'))).toBe(true);
});

it('they work without jq, with node in its place', async () => {
  const bin = scratch();
  for (const name of [
    'bash',
    'sh',
    'cat',
    'sed',
    'grep',
    'tr',
    'dirname',
    'head',
    'awk',
    'wc',
    'tail',
    'mkdir',
    'rm',
    'env',
  ]) {
    const path = ['/bin', '/usr/bin']
      .map((dir) => join(dir, name))
      .find((file) => readdirSync(file.slice(0, file.lastIndexOf('/'))).includes(name));
    if (path !== undefined) symlinkSync(path, join(bin, name));
  }
  symlinkSync(process.execPath, join(bin, 'node'));
  const { fire } = stage(
    {
      PreToolUse: [{ matcher: 'Bash', script: 'bash-guard.sh' }],
      PostToolUse: [{ matcher: 'Edit', script: 'doom-loop-detector.sh' }],
    },
    { PATH: bin },
  );
  expect((await fire(before('Bash', { command: 'rm -rf /' }))).proceeds).toBe(false);
  expect((await fire(before('Bash', { command: 'ls' }))).proceeds).toBe(true);
  for (let i = 0; i < 4; i++) await fire(edited('a.ts'));
  expect((await fire(edited('a.ts'))).context.join()).toContain('ADVISORY');
});

it('without jq and node a guard refuses: it must not guess', async () => {
  const bin = scratch();
  for (const name of ['bash', 'cat', 'dirname']) symlinkSync(join('/bin', name), join(bin, name));
  const ran = await run('/bin/bash', [join(HOOKS, 'bash-guard.sh')], { stdin: '{}', env: { PATH: bin } });
  expect(ran).toMatchObject({ exitCode: 2, stderr: 'Error: this hook needs jq or node to read its input\n' });
});
