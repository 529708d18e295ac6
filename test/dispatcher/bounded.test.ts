import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../support/hookctl.ts';
import { type Answer, commandOf, DISPATCHER, lab, type Lab } from '../support/dispatcher.ts';
import { bash, edited } from '../support/payloads.ts';

const USER_RULES = `policy: 1
rules:
  no-prod: { before: run, when: { runs: deploy prod }, deny: "No deploys to prod." }
`;
const decision = (answer: Answer | null) => answer?.hookSpecificOutput?.permissionDecision ?? null;

describe('a project policy that is no ordinary file', () => {
  const guarded = (): Lab & { policy: string } => {
    const here = lab();
    here.write(join(here.home, '.config/hookctl/policy.yaml'), USER_RULES);
    mkdirSync(join(here.project, '.hookctl'));
    return { ...here, policy: join(here.project, '.hookctl/policy.yaml') };
  };
  it.each<[name: string, make: (policy: string) => void, problem: string]>([
    ['a link to an endless device', (policy) => symlinkSync('/dev/zero', policy), 'must be a regular file'],
    ['a pipe that nobody writes to', (policy) => execFileSync('mkfifo', [policy]), 'must be a regular file'],
    ['a directory', (policy) => mkdirSync(policy), 'must be a regular file'],
  ])('%s: the rules of the user hold, and other calls are asked about', async (_, make, problem) => {
    const here = guarded();
    make(here.policy);
    const denied = await here.answer(bash('deploy prod'));
    expect(decision(denied)).toBe('deny');
    expect(denied?.systemMessage).toContain(problem);
    expect(decision(await here.answer(bash('ls')))).toBe('ask');
  });

  it('a file with 50,000 rules: the same', async () => {
    const here = guarded();
    const rules = Array.from(
      { length: 50_000 },
      (_, at) => `  r${at}: { before: run, when: { runs: t${at} }, deny: no }`,
    );
    here.write('.hookctl/policy.yaml', `policy: 1\nrules:\n${rules.join('\n')}\n`);
    const denied = await here.answer(bash('deploy prod'));
    expect(decision(denied)).toBe('deny');
    expect(denied?.systemMessage).toContain('larger than 1 MB');
  });

  it('an extended file of that kind: the same', async () => {
    const here = guarded();
    here.write('.hookctl/policy.yaml', 'policy: 1\nextends: [./team.yaml]\n');
    symlinkSync('/dev/zero', join(here.project, '.hookctl/team.yaml'));
    expect(decision(await here.answer(bash('deploy prod')))).toBe('deny');
  });
});

describe('a payload', () => {
  it('that stops half-way: a person is asked when the time is up, although the agent keeps its end open', async () => {
    const here = lab(USER_RULES);
    // The policy is compiled by then, which has a limit of its own.
    await here.answer(bash('ls'));
    const [program, ...args] = commandOf(DISPATCHER);
    const child = spawn(program, args, { env: { ...here.env, HOOKCTL_DEADLINE_MS: '1' }, cwd: here.project });
    child.stdin.write('{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_inp');
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    const exitCode = await new Promise((resolve) => child.on('close', resolve));
    expect({ exitCode, decision: decision(JSON.parse(stdout) as Answer) }).toEqual({ exitCode: 0, decision: 'ask' });
    expect(stdout).toContain('it did not arrive in time');
  });

  it('in many pieces, with the end left open, is judged', async () => {
    const here = lab(USER_RULES);
    const [program, ...args] = commandOf(DISPATCHER);
    const child = spawn(program, args, { env: here.env, cwd: here.project });
    const text = JSON.stringify({ session_id: 's', cwd: here.project, ...bash('deploy prod') });
    for (const piece of [text.slice(0, 20), text.slice(20, -1), '}']) child.stdin.write(piece);
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (more: string) => (stdout += more));
    await new Promise((resolve) => child.on('close', resolve));
    expect(decision(JSON.parse(stdout) as Answer)).toBe('deny');
  });

  const giant = (field: string) => `{"hook_event_name":"PreToolUse","tool_name":"Bash","x":${field}}`;
  it.each([
    ['a million fields', () => giant(`{${Array.from({ length: 1_000_000 }, (_, at) => `"field ${at}":1`).join()}}`)],
    ['a hundred thousand levels', () => giant(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
    ['a million levels', () => giant(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`)],
    ['70 MB', () => giant(`"${'x'.repeat(70 * 1024 * 1024)}"`)],
  ])('with %s: a person is asked', async (_, text) => {
    const { stdout, exitCode } = await lab(USER_RULES).hook(text());
    expect({ exitCode, decision: decision(JSON.parse(stdout) as Answer) }).toEqual({ exitCode: 0, decision: 'ask' });
  });
});

it('a command of 10 MB is judged by both ends, and a person is asked about the rest', async () => {
  // The verdict is what counts here, not the speed of a machine that runs many tests at once.
  const here = lab(USER_RULES, { HOOKCTL_DEADLINE_MS: '30000' });
  const padding = 'echo aaaaaaaaaaaaaaaaaaaaaa; '.repeat(360_000);
  expect(decision(await here.answer(bash(`deploy prod; ${padding}`)))).toBe('deny');
  expect(decision(await here.answer(bash(`${padding} deploy prod`)))).toBe('deny');
  expect(decision(await here.answer(bash(`${padding} deploy prod; ${padding}`)))).toBe('ask');
  expect(decision(await here.answer(bash(`deploy prod ${'a'.repeat(10_000_000)}`)))).toBe('deny');
});

describe('the state directory', () => {
  it('given as a relative path is ignored, and a person hears of it', async () => {
    const here = lab(USER_RULES);
    const env = { HOOKCTL_STATE_DIR: 'my-state', XDG_STATE_HOME: here.state };
    const denied = await here.answer(bash('deploy prod'), { env });
    expect(decision(denied)).toBe('deny');
    expect(denied?.systemMessage).toContain('HOOKCTL_STATE_DIR="my-state" is not an absolute path');
    expect([existsSync(join(here.project, 'my-state')), existsSync(join(here.state, 'hookctl'))]).toEqual([
      false,
      true,
    ]);
  });

  it('that others can write is not used, and a person hears of it', async () => {
    const here = lab(USER_RULES);
    await here.answer(bash('ls'));
    chmodSync(here.state, 0o777);
    expect(decision(await here.answer(bash('deploy prod')))).toBe('deny');
    expect((await here.answer(edited('a.ts')))?.systemMessage).toContain(`${here.state} is writable by others`);
  });
});

it.skipIf(process.platform === 'win32')('a limit on the size of files takes no deny away', async () => {
  const here = lab(USER_RULES);
  const payload = JSON.stringify({ session_id: 's', cwd: here.project, ...bash('deploy prod') });
  const limited = await run('sh', ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...commandOf(DISPATCHER)], {
    stdin: payload,
    env: here.env,
    cwd: here.project,
  });
  expect(limited.exitCode).toBe(0);
  expect(decision(JSON.parse(limited.stdout) as Answer)).toBe('deny');
});
