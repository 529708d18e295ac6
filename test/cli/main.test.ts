import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { HOOKCTL, hookctl, run } from '../support/hookctl.ts';
import { scratch } from '../support/scratch.ts';

const { FORCE_COLOR: _, NO_COLOR: __, ...plain } = process.env as Record<string, string>;

function project(hooks: object): string {
  const dir = scratch();
  mkdirSync(join(dir, '.claude'));
  writeFileSync(join(dir, '.claude/settings.json'), JSON.stringify({ hooks }));
  return dir;
}

const commands = (...list: (string | object)[]) => [
  { hooks: list.map((one) => ({ type: 'command', ...(typeof one === 'string' ? { command: one } : one) })) },
];
const BASH = {
  hook_event_name: 'PreToolUse',
  session_id: 's',
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf build' },
};

/** Human output of one firing; the directory and the durations are replaced. */
async function page(
  hooks: object,
  payload: object = BASH,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<string> {
  const dir = project(hooks);
  const line = ['fire', '--payload', '-', '--project', dir, '--home', join(dir, 'home'), ...args];
  const ran = await hookctl(line, { stdin: JSON.stringify(payload), env: { ...plain, ...env } });
  expect({ exitCode: ran.exitCode, stderr: ran.stderr }).toEqual({ exitCode: 0, stderr: '' });
  return ran.stdout.replaceAll(dir, '@').replaceAll(/\b\d+ ms/g, 'N ms');
}

describe('help and version', () => {
  it.each([['--version'], ['-V']])('%s', async (flag) => {
    expect(await hookctl([flag])).toEqual({ stdout: `${packageJson.version}\n`, stderr: '', exitCode: 0 });
  });

  it('the overview, asked for or not', async () => {
    const [asked, short, word, bare] = await Promise.all([
      hookctl(['--help']),
      hookctl(['-h']),
      hookctl(['help']),
      hookctl([]),
    ]);
    expect(asked.stdout).toContain(`hookctl ${packageJson.version}`);
    expect(asked.stdout).toMatch(/^ {2}fire +Act as the agent/m);
    expect([short, word]).toEqual([asked, asked]);
    expect(bare).toEqual({ stdout: '', stderr: asked.stdout, exitCode: 2 });
  });

  it('of a command, in three ways', async () => {
    const [long, short, word] = await Promise.all([
      hookctl(['fire', '--help']),
      hookctl(['fire', '-h']),
      hookctl(['help', 'fire']),
    ]);
    expect([long.exitCode, long.stderr]).toEqual([0, '']);
    expect(long.stdout).toContain('Usage: hookctl fire --payload FILE|-');
    for (const option of ['--event NAME', '--settings FILE|JSON…', '--json', '-h, --help'])
      expect(long.stdout).toContain(option);
    expect([short, word]).toEqual([long, long]);
  });
});

describe('wrong use or input: one line, the usage on its own line only for wrong use, exit 2', () => {
  const USAGE =
    '\nUsage: hookctl fire --payload FILE|- [--project DIR] [--home DIR] [--settings FILE]… [--managed FILE] [--json]\n';
  const stop = '{"hook_event_name":"Stop"}';
  it.each<[string, string[], string, string]>([
    ['an unknown command', ['wibble'], '', 'hookctl: no command "wibble"; hookctl --help lists the commands\n'],
    [
      'a command of other tools',
      ['upgrade'],
      '',
      'hookctl: there is no command "upgrade": `npm update hookctl` installs the newest version, then `hookctl install` registers it\n',
    ],
    ['a mistyped command', ['fier'], '', 'hookctl: no command "fier"; did you mean "fire"?\n'],
    [
      'help for no command',
      ['help', 'wibble'],
      '',
      'hookctl help: no command or page "wibble"; hookctl help topics lists the pages\nUsage: hookctl help [COMMAND | topics | TOPIC [SECTION]] [--json]\n',
    ],
    [
      'a name every object has',
      ['toString'],
      '',
      'hookctl: no command "toString"; hookctl --help lists the commands\n',
    ],
    [
      'a mistyped option',
      ['fire', '--paylod', 'x'],
      '',
      `hookctl fire: Unknown option '--paylod'; did you mean "--payload"?${USAGE}`,
    ],
    ['an argument too many', ['fire', 'x'], '', `hookctl fire: unexpected argument "x"${USAGE}`],
    [
      'an option without its value',
      ['fire', '--payload'],
      '',
      `hookctl fire: Option '--payload <value>' argument missing${USAGE}`,
    ],
    ['no payload', ['fire'], '', `hookctl fire: --payload FILE is needed (or - for stdin)${USAGE}`],
    ['an array', ['fire', '--payload', '-'], '[]', `hookctl fire: the payload is not a JSON object\n`],
    [
      'an array, event given',
      ['fire', '--payload', '-', '--event', 'Stop'],
      '[]',
      `hookctl fire: the payload is not a JSON object\n`,
    ],
    [
      'nothing that tells the event',
      ['fire', '--payload', '-'],
      '{}',
      `hookctl fire: the payload does not say which event it is: add "hook_event_name", or give --event (PreToolUse, PostToolUse, UserPromptSubmit, Stop, SessionStart …)\n`,
    ],
    [
      'a mistyped event',
      ['fire', '--payload', '-'],
      '{"hook_event_name":"PreToolUs"}',
      `hookctl fire: "PreToolUs" is not a hook event; did you mean "PreToolUse"?\n`,
    ],
    [
      'an unknown event',
      ['fire', '--payload', '-', '--event', 'Wibble'],
      stop,
      expect.stringMatching(
        /^hookctl fire: "Wibble" is not a hook event; `hookctl help events` lists them\n$/,
      ) as string,
    ],
    [
      'the beginning of an event',
      ['fire', '--payload', '-', '--event', 'PreTool'],
      '{}',
      `hookctl fire: "PreTool" is not a hook event; did you mean "PreToolUse"?\n`,
    ],
    [
      'a bad --settle',
      ['fire', '--payload', '-', '--settle', 'soon'],
      stop,
      `hookctl fire: --settle: "soon" is not a number of seconds${USAGE}`,
    ],
    [
      'a bad --setting-sources',
      ['fire', '--payload', '-', '--setting-sources', 'user,all'],
      stop,
      `hookctl fire: --setting-sources: "all" is not user, project or local${USAGE}`,
    ],
    [
      'settings that are not there',
      ['fire', '--payload', '-', '--settings', '/nonexistent.json'],
      stop,
      `hookctl fire: --settings: no file /nonexistent.json\n`,
    ],
  ])('%s', async (_, args, stdin, stderr) => {
    expect(await hookctl(args, { stdin, env: plain })).toEqual({ stdout: '', stderr, exitCode: 2 });
  });

  it.each<[string, string[], string, RegExp]>([
    [
      'a payload that is not there',
      ['fire', '--payload', '/nonexistent.json'],
      '',
      /^hookctl fire: cannot read the payload \/nonexistent\.json: it does not exist\n$/,
    ],
    ['a directory', ['fire', '--payload', '/'], '', /^hookctl fire: cannot read the payload \/: it is a directory\n$/],
    ['no JSON', ['fire', '--payload', '-'], '{bad', /^hookctl fire: the payload is not JSON: [^\n]*\n$/],
    ['nothing', ['fire', '--payload', '-'], '', /^hookctl fire: the payload is not JSON: [^\n]*\n$/],
  ])('%s', async (_, args, stdin, stderr) => {
    const ran = await hookctl(args, { stdin, env: plain });
    expect(ran).toEqual({ stdout: '', stderr: expect.stringMatching(stderr), exitCode: 2 });
  });

  it('managed settings nobody can read', async () => {
    const dir = project({});
    const managed = join(dir, 'managed-settings.json');
    writeFileSync(managed, '{');
    const ran = await hookctl(['fire', '--payload', '-', '--project', dir, '--managed', managed], { stdin: stop });
    expect(ran).toMatchObject({
      stdout: '',
      exitCode: 2,
      stderr: expect.stringContaining(`managed settings ${managed}: not strict JSON`),
    });
  });
});

describe('what a person sees', () => {
  it('no hooks', async () => {
    expect(await page({})).toBe(
      'PreToolUse:Bash  rm -rf build\n\nGOES AHEAD   as far as hooks are concerned\n\nNo hook is configured for this event.\n',
    );
  });

  it('a block, a failure and a skip', async () => {
    const hooks = {
      PreToolUse: [
        ...commands('echo no >&2; exit 2', 'echo oops >&2; exit 1', '/nonexistent/guard'),
        { matcher: 'Edit|Write', hooks: [{ type: 'command', command: 'lint' }] },
        { matcher: '(', hooks: [{ type: 'command', command: 'never' }] },
        { hooks: [{ type: 'command', command: 'git-guard', if: 'Bash(git *)' }] },
      ],
    };
    const text = await page(hooks);
    expect(
      text.replace(/\/bin\/sh: 1: |sh: 1: |sh: line 1: /g, '').replaceAll('No such file or directory', 'not found'),
    ).toBe(`PreToolUse:Bash  rm -rf build

BLOCKED   the action does not happen
  model reads  PreToolUse:Bash hook error: [echo no >&2; exit 2]: no

6 hooks configured, 3 ran:
  ✗ echo no >&2; exit 2  (project, command)
      blocking-error, exit 2, N ms
      stderr: no
  ! echo oops >&2; exit 1  (project, command)
      non-blocking-error, exit 1, N ms
      exit code 1 does not block: oops
      stderr: oops
  ! /nonexistent/guard  (project, command)
      non-blocking-error, exit 127, N ms, so this hook did not check the action
      exit code 127 does not block: /nonexistent/guard: not found
      stderr: /nonexistent/guard: not found
  – lint  (project, command)
      skipped: the matcher does not match ("Edit|Write")
  – never  (project, command)
      skipped: the matcher does not match ("("): the matcher never matches: Invalid regular expression: /(/: Unterminated group
  – git-guard  (project, command, if Bash(git *))
      skipped: "if" does not match
`);
  });

  it('context, a message and an answer in JSON', async () => {
    const answer = {
      systemMessage: 'careful',
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', additionalContext: 'one\ntwo' },
    };
    const command = `printf %s '${JSON.stringify(answer)}'`;
    const text = await page({ PreToolUse: commands(command) });
    expect(text.slice(0, text.indexOf('1 hook configured'))).toBe(`PreToolUse:Bash  rm -rf build

ALLOWED   without a permission prompt
  model reads  PreToolUse:Bash hook additional context: one
               two
  user reads   PreToolUse:Bash says: careful

`);
  });

  it.each<[string, object, object, string]>([
    [
      'ask',
      {
        PreToolUse: commands(`echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'`),
      },
      BASH,
      'ASKS   the user is asked; without a user it is refused',
    ],
    [
      'defer',
      {
        PreToolUse: commands(
          `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"defer"}}'`,
        ),
      },
      BASH,
      'DEFERRED   the run ends and can be resumed',
    ],
    [
      'stop',
      { PreToolUse: commands(`echo '{"continue":false}'`) },
      BASH,
      'RUNS, THEN STOPS   the action goes ahead, then the turn ends',
    ],
    [
      'Stop',
      { Stop: commands('exit 2') },
      { hook_event_name: 'Stop', session_id: 's', stop_hook_active: false },
      'KEEPS GOING   the agent may not stop yet',
    ],
    [
      'PostToolBatch',
      { PostToolBatch: commands('exit 2') },
      { hook_event_name: 'PostToolBatch', tool_calls: [] },
      'ENDS THE TURN   before the next model call',
    ],
  ])('headline: %s', async (_, hooks, payload, headline) => {
    expect((await page(hooks, payload)).split('\n')[2]).toBe(headline);
  });

  it('a file the agent drops, and a payload it would not send', async () => {
    const dir = project({ PreToolUse: [{ hooks: [{ type: 'command', command: 'guard', timeout: '5' }] }] });
    const ran = await hookctl(['fire', '--payload', '-', '--project', dir, '--home', join(dir, 'home')], {
      stdin: '{"hook_event_name":"PreToolUse","tool_input":{}}',
      env: plain,
    });
    expect(ran.stdout.replaceAll(dir, '@')).toBe(`PreToolUse

GOES AHEAD   as far as hooks are concerned

No hook is configured for this event.

SETTINGS @/.claude/settings.json
  The agent silently drops this whole file: none of its hooks and rules is in force.
  hooks.PreToolUse.0.hooks.0.timeout: expected number, got string

The payload differs from what the agent sends:
  "tool_name" is missing
`);
  });
});

describe('colours', () => {
  const ESC = '\u001B[';
  it.each<[string, Record<string, string>, boolean]>([
    ['a pipe', {}, false],
    ['FORCE_COLOR', { FORCE_COLOR: '1' }, true],
    ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, false],
    ['NO_COLOR', { NO_COLOR: '1' }, false],
  ])('%s', async (_, env, coloured) => {
    expect((await page({}, BASH, [], env)).includes(ESC)).toBe(coloured);
  });

  it('never in JSON', async () => {
    expect((await page({}, BASH, ['--json'], { FORCE_COLOR: '1' })).includes(ESC)).toBe(false);
  });
});

describe('a reader that goes away', () => {
  it('is no error', async () => {
    const dir = project({ PreToolUse: commands('yes | head -c 4000000') });
    const script = `"$0" "$1" fire --payload - --project "$2" --home "$2/home" --json | head -c 1; echo " \${PIPESTATUS[0]}"`;
    const ran = await run('bash', ['-c', script, process.execPath, HOOKCTL, dir], { stdin: JSON.stringify(BASH) });
    expect(ran).toEqual({ stdout: '{ 0\n', stderr: '', exitCode: 0 });
  });

  it('a payload that comes late is waited for', async () => {
    const child = spawn(process.execPath, [HOOKCTL, 'fire', '--payload', '-', '--project', project({}), '--json'], {
      env: { ...plain, HOME: tmpdir() },
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    const text = JSON.stringify(BASH);
    child.stdin.write(text.slice(0, 20));
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.stdin.end(text.slice(20));
    await new Promise((resolve) => child.on('close', resolve));
    expect(JSON.parse(stdout)).toMatchObject({ event: 'PreToolUse', proceeds: true });
  });
});
