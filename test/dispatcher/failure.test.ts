import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandOf, DISPATCHER, lab } from '../support/dispatcher.ts';
import { copyOfBundle } from './support/bundle.ts';
import { bash, edited, SESSION_START, STOP } from '../support/payloads.ts';

const GOOD = `policy: 1
rules:
  no-prod: { before: run, when: { runs: deploy prod }, deny: "No deploys to prod.", locked: true }
`;
const BROKEN = `policy: 1
rules:
  no-prod:
    before: run
    when: { runz: deploy prod }
    deny: "No deploys to prod."
`;
const decision = (answer: { hookSpecificOutput?: { permissionDecision?: string } } | null) =>
  answer?.hookSpecificOutput?.permissionDecision ?? null;

describe('a payload that cannot be read', () => {
  it.each([
    ['not JSON', 'nonsense'],
    ['cut off', '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_inp'],
    ['empty', ''],
    ['a list', '[1]'],
    ['null', 'null'],
  ])('%s: a person is asked, with the reason', async (_, text) => {
    const { stdout, stderr, exitCode } = await lab(GOOD).hook(text);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    const answer = JSON.parse(stdout) as Parameters<typeof decision>[0] & { systemMessage: string };
    expect(decision(answer)).toBe('ask');
    expect(answer.systemMessage).toMatch(
      /^hookctl could not read the hook payload \(.+\); no rule was applied to this event\.$/,
    );
  });

  it('an object that tells no event could be from any agent: it is refused in every form', async () => {
    const { stdout, stderr, exitCode } = await lab(GOOD).hook('{"a":1}');
    expect({ exitCode, isSaid: stderr !== '' }).toEqual({ exitCode: 2, isSaid: true });
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'block', permission: 'deny', cancel: true });
  });

  it('what nests too deeply is answered in the words of the agent that wrote it, which may not know a question', async () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    const { stdout } = await lab(GOOD).hook(
      `{"tool_input":{"event":"Stop","b":${deep}},"turn_id":"t","hook_event_name":"PreToolUse","tool_name":"Bash"}`,
    );
    expect(decision(JSON.parse(stdout) as Parameters<typeof decision>[0])).toBe('deny');
  });

  it('on another event only the message is said', async () => {
    const { stdout } = await lab(GOOD).hook('{"hook_event_name":"Stop", oops');
    expect(JSON.parse(stdout)).toEqual({
      systemMessage: expect.stringContaining('could not read the hook payload') as string,
    });
  });

  it('on-error: deny blocks with exit 2 and a message on stderr, and nothing on stdout', async () => {
    const { stdout, stderr, exitCode } = await lab(`${GOOD}defaults: { on-error: deny }\n`).hook('nonsense');
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toMatch(/^hookctl could not read the hook payload \(not JSON: .*\n$/);
  });

  it('on-error: skip only tells', async () => {
    const { stdout, exitCode } = await lab(`${GOOD}defaults: { on-error: skip }\n`).hook('nonsense');
    expect(exitCode).toBe(0);
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual(['systemMessage']);
  });
});

describe('a known tool whose fields are missing', () => {
  it('is asked about, not passed', async () => {
    const answer = await lab(GOOD).answer({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { cmd: 'rm -rf /' },
    });
    expect(decision(answer)).toBe('ask');
    expect(answer?.hookSpecificOutput?.permissionDecisionReason).toContain('"command" is missing');
  });
});

describe('a broken policy', () => {
  it('without an earlier version: asks where something could be lost, and names file, line and column', async () => {
    const here = lab(BROKEN);
    const answer = await here.answer(bash('deploy prod'));
    expect(decision(answer)).toBe('ask');
    expect(answer?.systemMessage).toContain(
      `${here.project}/.hookctl/policy.yaml:5:13: error: unknown condition "runz"`,
    );
    expect(answer?.systemMessage).toContain('did you mean "runs"');
  });

  it('says it for a call that only reads, and lets it pass', async () => {
    const answer = await lab(BROKEN).answer({
      hook_event_name: 'PreToolUse',
      tool_name: 'Read',
      tool_input: { file_path: 'a' },
    });
    expect(decision(answer)).toBe(null);
    expect(answer?.systemMessage).toContain('policy.yaml:5:13');
  });

  it('on-error: deny, written in the broken file, holds', async () => {
    expect(decision(await lab(`${BROKEN}defaults:\n  on-error: deny\n`).answer(bash('ls')))).toBe('deny');
  });

  it('keeps the last good version after a bad edit, and says so once in a session and with each decision', async () => {
    const here = lab(GOOD);
    expect(decision(await here.answer(bash('deploy prod')))).toBe('deny');
    here.write('.hookctl/policy.yaml', BROKEN);
    const said = /The last good version of it stays in force\.\n.*policy\.yaml:5:13: error: /;
    expect((await here.answer(bash('ls')))?.systemMessage).toMatch(said);
    expect(await here.answer(bash('ls'))).toBe(null);
    const denied = await here.answer(bash('deploy prod'));
    expect(decision(denied)).toBe('deny');
    expect(denied?.systemMessage).toMatch(said);
    expect((await here.answer(SESSION_START))?.systemMessage).toMatch(said);
    expect((await here.answer(bash('ls', { session_id: 'another' })))?.systemMessage).toMatch(said);
    here.write('.hookctl/policy.yaml', GOOD.replace('deploy prod', 'deploy live'));
    expect(await here.answer(bash('deploy prod'))).toBe(null);
    expect(decision(await here.answer(bash('deploy live')))).toBe('deny');
  });

  it('two errors in one file leave its last good version in force all the same', async () => {
    const here = lab(GOOD);
    expect(decision(await here.answer(bash('deploy prod')))).toBe('deny');
    here.write('.hookctl/policy.yaml', GOOD.replace('before:', 'befor:'));
    expect(decision(await here.answer(bash('deploy prod')))).toBe('deny');
  });

  it('a broken project file takes no rule of the user away', async () => {
    const here = lab(BROKEN);
    here.write(join(here.home, '.config/hookctl/policy.yaml'), GOOD);
    expect(decision(await here.answer(bash('deploy prod')))).toBe('deny');
    expect(decision(await here.answer(bash('ls')))).toBe('ask');
  });

  it('a bad edit of one file does not freeze the others', async () => {
    const here = lab(GOOD);
    const user = join(here.home, '.config/hookctl/policy.yaml');
    here.write(user, GOOD.replaceAll('prod', 'user-a'));
    expect(decision(await here.answer(bash('deploy prod')))).toBe('deny');
    here.write('.hookctl/policy.yaml', BROKEN);
    here.write(user, GOOD.replaceAll('prod', 'user-b'));
    expect(decision(await here.answer(bash('deploy prod')))).toBe('deny');
    expect(decision(await here.answer(bash('deploy user-b')))).toBe('deny');
    expect(decision(await here.answer(bash('deploy user-a')))).toBe(null);
  });

  it('an extended file that breaks keeps its last good version, too', async () => {
    const here = lab('policy: 1\nextends: [./team.yaml]\n');
    here.write('.hookctl/team.yaml', GOOD);
    expect(decision(await here.answer(bash('deploy prod')))).toBe('deny');
    here.write('.hookctl/team.yaml', BROKEN);
    const answer = await here.answer(bash('deploy prod'));
    expect(decision(answer)).toBe('deny');
    expect(answer?.systemMessage).toContain('team.yaml:5:13');
  });

  it('an extended file that is gone keeps its last good version; when it comes back, it counts again', async () => {
    const here = lab('policy: 1\nextends: [./team.yaml]\n');
    const team = here.write('.hookctl/team.yaml', GOOD);
    await here.answer(bash('deploy prod'));
    rmSync(team);
    const answer = await here.answer(bash('deploy prod'));
    expect(decision(answer)).toBe('deny');
    expect(answer?.systemMessage).toContain('"./team.yaml" was not found');
    here.write('.hookctl/team.yaml', GOOD.replaceAll('prod', 'staging'));
    expect(decision(await here.answer(bash('deploy staging')))).toBe('deny');
    expect(await here.answer(bash('deploy prod'))).toBe(null);
  });

  it('an extended file that never was there counts when it comes', async () => {
    const here = lab('policy: 1\nextends: [./team.yaml]\n');
    expect(decision(await here.answer(bash('deploy prod')))).toBe('ask');
    here.write('.hookctl/team.yaml', GOOD);
    expect(decision(await here.answer(bash('deploy prod')))).toBe('deny');
  });

  it('HOOKCTL_POLICY that names no file', async () => {
    const answer = await lab().answer(bash('ls'), { env: { HOOKCTL_POLICY: '/no/such/policy.yaml' } });
    expect(decision(answer)).toBe('ask');
    expect(answer?.systemMessage).toContain('/no/such/policy.yaml:1:1: error: there is no such file');
  });

  it('a policy that cannot be read', async () => {
    const here = lab();
    mkdirSync(join(here.project, '.hookctl/policy.yaml'), { recursive: true });
    const answer = await here.answer(bash('ls'));
    expect(decision(answer)).toBe('ask');
    expect(answer?.systemMessage).toContain('must be a regular file');
  });

  it('a compiled policy that was cut off or meddled with is made again', async () => {
    const here = lab(GOOD);
    await here.answer(bash('deploy prod'));
    const { readdirSync, readFileSync } = await import('node:fs');
    const folder = join(here.state, 'policies');
    const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.policy')) ?? '');
    const text = readFileSync(file, 'utf8');
    for (const other of [text.slice(0, text.length / 2), '', 'garbage\n', '{}\n{}\n', text.slice(0, -2)]) {
      writeFileSync(file, other);
      expect(decision(await here.answer(bash('deploy prod')))).toBe('deny');
    }
  });
});

describe('a call whose tool cannot be told', () => {
  const tools: [tool_name: unknown][] = [[5], [null], [undefined], ['']];
  it.each(tools)('tool_name %j is judged by the command it carries', async (tool_name) => {
    const call = { hook_event_name: 'PreToolUse', tool_name, tool_input: { command: 'deploy prod' } };
    expect(decision(await lab(GOOD).answer(call))).toBe('deny');
  });

  it.each(tools)('tool_name %j is asked about where nothing can be told', async (tool_name) => {
    const answer = await lab(GOOD).answer({ hook_event_name: 'PreToolUse', tool_name, tool_input: 'deploy prod' });
    expect(decision(answer)).toBe('ask');
  });
});

describe('a state directory that cannot be used', () => {
  const COUNTS = `policy: 1
rules:
  no-prod: { before: run, when: { runs: deploy prod }, deny: "No deploys to prod.", locked: true }
  loop: { before: write, when: { count.edits: ">= 3" }, deny: "Too many edits of {path}." }
`;
  const unusable = () => {
    const here = lab(COUNTS);
    writeFileSync(here.state, 'a file where a directory should be');
    return here;
  };

  it('rules that need no memory hold', async () => {
    expect(decision(await unusable().answer(bash('deploy prod')))).toBe('deny');
  });

  it('what needs the memory is asked about', async () => {
    const answer = await unusable().answer({
      hook_event_name: 'PreToolUse',
      tool_name: 'Edit',
      tool_input: { file_path: 'a.ts' },
    });
    expect(decision(answer)).toBe('ask');
    expect(answer?.systemMessage).toMatch(/cannot read its memory of this session \(.*ENOTDIR|not a directory/);
  });

  it('an edit that cannot be remembered is told', async () => {
    const answer = await unusable().answer(edited('a.ts'));
    expect(answer?.systemMessage).toContain('hookctl cannot remember this session');
    expect(answer?.systemMessage).toContain('hookctl cannot write its audit trail');
  });

  it.runIf(process.platform === 'linux')('a place in which nothing can be made does not hold it up', async () => {
    const here = lab(COUNTS);
    const env = { HOOKCTL_STATE_DIR: '/proc/hookctl/state' };
    expect(decision(await here.answer(bash('deploy prod'), { env }))).toBe('deny');
    const answer = await here.answer(edited('a.ts'), { env });
    expect(answer?.systemMessage).toMatch(/hookctl cannot remember this session \([^)]*: it does not exist\)/);
  });

  it('a link to nowhere is not followed', async () => {
    const here = lab(COUNTS);
    symlinkSync(join(here.home, 'nowhere'), here.state);
    const answer = await here.answer(edited('a.ts'));
    expect(answer?.systemMessage).toMatch(/hookctl cannot remember this session \([^)]*: it does not exist\)/);
    expect(existsSync(join(here.home, 'nowhere'))).toBe(false);
  });

  it('a stop is never held up by it', async () => {
    expect((await unusable().answer(STOP))?.decision).toBeUndefined();
  });
});

describe('the engine itself', () => {
  // The native one has its own case in test/native.
  it.runIf(DISPATCHER.endsWith('.cjs'))('fails visibly when a part of it is missing', async () => {
    const here = lab(GOOD);
    const lonely = copyOfBundle(here.home, { 'compile.cjs': null });
    const answer = await here.answer(bash('deploy prod'), { dispatcher: lonely });
    expect(decision(answer)).toBe('ask');
    expect(answer?.systemMessage).toMatch(
      /^hookctl failed on this event \(Cannot find module .*compile\.cjs.*; no rule was applied to it\.$/,
    );
    expect(
      decision(
        await here.answer(
          { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: 'a' } },
          { dispatcher: lonely },
        ),
      ),
    ).toBe(null);
    expect((await here.answer(STOP, { dispatcher: lonely }))?.systemMessage).toContain('hookctl failed on this event');
  });

  it('past its deadline it knows no facts about files, and says so', async () => {
    // The deadline has come when the hook starts: how fast it is, a millisecond or none, makes no difference.
    const here = lab('policy: 1\nrules:\n  big: { before: Read, when: { file.lines: "> 10" }, deny: "too long" }\n');
    here.write('a.txt', 'x\n');
    const read = { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: 'a.txt' } };
    expect(await here.answer(read)).toBe(null);
    const late = await here.answer(read, { env: { HOOKCTL_DEADLINE_MS: '0' } });
    expect(decision(late)).toBe('ask');
    expect(late?.systemMessage).toContain('hookctl ran out of time');
    // Late, but nothing was left unasked: the judgement is whole.
    expect(await here.answer(bash('ls'), { env: { HOOKCTL_DEADLINE_MS: '0' } })).toBe(null);
  });

  it('an open stdin does not hold it up', async () => {
    const { spawn } = await import('node:child_process');
    const here = lab(GOOD);
    const [program, ...args] = commandOf(DISPATCHER);
    const child = spawn(program, args, { env: here.env, cwd: here.project });
    child.stdin.write(JSON.stringify({ session_id: 's', cwd: here.project, ...bash('deploy prod') }));
    const text = await new Promise<string>((resolve) => {
      let all = '';
      child.stdout.on('data', (chunk: Buffer) => (all += chunk.toString()));
      child.on('close', () => resolve(all));
    });
    child.stdin.destroy();
    expect(decision(JSON.parse(text) as Parameters<typeof decision>[0])).toBe('deny');
  });
});
