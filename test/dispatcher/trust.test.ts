import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookctl } from '../support/hookctl.ts';
import { lab, type Lab } from '../support/dispatcher.ts';
import { bash, SESSION_START } from '../support/payloads.ts';

const UNTRUSTED = { HOOKCTL_TRUST: '' };
const deny = (program: string, more = '') =>
  `policy: 1\n${more}rules:\n  no-${program}: { before: run, when: { runs: ${program} }, deny: "no ${program}" }\n`;
const ALLOW_ALL = 'policy: 1\nrules:\n  fine: { before: any, allow: fine }\n';
const RM_ROOT = 'rm -rf /';

const verdict = async (here: Lab, command: string, env: Record<string, string> = {}, more: object = {}) =>
  (await here.answer(bash(command, more), { env: { ...UNTRUSTED, ...env } }))?.hookSpecificOutput?.permissionDecision ??
  null;
const user = (here: Lab, text: string) => here.write(join(here.home, '.config/hookctl/policy.yaml'), text);
const trust = (here: Lab, ...args: string[]) =>
  hookctl(['trust', here.project, ...args], { env: { ...here.env, ...UNTRUSTED }, cwd: here.project });

describe("a cloned repository's policy", () => {
  it.each([
    ['a policy without rules', 'policy: 1\n'],
    ['an allow for everything', ALLOW_ALL],
    ['a file mode', 'policy: 1\nmode: observe\nrules: {}\n'],
    [
      'rules of the pack turned off',
      'policy: 1\noverrides: { delete-root-or-home: { mode: off }, delete-system: { unless: { runs: rm } } }\n',
    ],
    ['a broken file', 'policy: 1\nrules: [\n'],
    ['a broken file that wants failures skipped', 'policy: 1\ndefaults: { on-error: skip }\nrules: [\n'],
  ])('does not switch the pack default off: %s', async (_, text) => {
    const here = lab(text);
    expect(await verdict(here, RM_ROOT)).toBe('deny');
  });

  it('gives way to what the person has trusted, until it changes', async () => {
    const here = lab(ALLOW_ALL);
    expect(await verdict(here, 'git push origin main')).toBe(null);
    expect((await trust(here, '--yes')).exitCode).toBe(0);
    expect(await verdict(here, 'git push origin main')).toBe('allow');
    here.write('.hookctl/policy.yaml', `${ALLOW_ALL}# changed\n`);
    expect(await verdict(here, 'git push origin main')).toBe(null);
    here.write('.hookctl/policy.yaml', ALLOW_ALL);
    expect(await verdict(here, 'git push origin main')).toBe('allow');
    expect((await trust(here, '--revoke')).exitCode).toBe(0);
    expect(await verdict(here, 'git push origin main')).toBe(null);
  });

  it('is trusted with all it extends', async () => {
    const here = lab('policy: 1\nextends: ./more.yaml\n');
    here.write('.hookctl/more.yaml', ALLOW_ALL);
    await trust(here, '--yes');
    expect(await verdict(here, 'git push origin main')).toBe('allow');
    here.write('.hookctl/more.yaml', `${ALLOW_ALL}# changed\n`);
    expect(await verdict(here, 'git push origin main')).toBe(null);
  });

  it('tightens at once, and nothing is said about it', async () => {
    const here = lab(`${deny('aa')}  ask-bb: { before: run, when: { runs: bb }, ask: "really" }\n`);
    user(here, deny('cc'));
    const said = await here.answer(SESSION_START, { env: UNTRUSTED });
    expect([await verdict(here, 'aa'), await verdict(here, 'bb'), await verdict(here, 'cc'), said]).toEqual([
      'deny',
      'ask',
      'deny',
      null,
    ]);
  });

  it('is told at the start of a session and with its first decision, in two lines and what was ignored', async () => {
    const here = lab(ALLOW_ALL);
    user(here, deny('aa'));
    const told = async (payload: object) => (await here.answer(payload, { env: UNTRUSTED }))?.systemMessage ?? null;
    const remark = [
      "hookctl: you have not trusted this project's policy as it is now; parts that weaken other rules are ignored.",
      'Read it and run `hookctl trust` in your own terminal to put it fully into force. Ignored:',
      `  ${here.project}/.hookctl/policy.yaml:3 (project): rule "fine": allows calls`,
    ].join('\n');
    expect([
      await told(SESSION_START),
      await told(bash('ls')),
      await told(bash('aa')),
      await told(bash('aa')),
      await told(bash('ls')),
    ]).toEqual([remark, null, remark, null, null]);
  });

  it.each([
    ['overrides', 'overrides: { no-aa: { mode: off } }\n'],
    ['an exception', 'overrides: { no-aa: { unless: { runs: aa } } }\n'],
    ['an allow', 'rules: { fine: { before: any, allow: fine } }\n'],
  ])('cannot loosen a user policy that is not locked: %s', async (_, text) => {
    const here = lab(`policy: 1\n${text}`);
    user(here, deny('aa'));
    expect(await verdict(here, 'aa')).toBe('deny');
  });

  it('cannot loosen what a locked user policy extends, trusted or not', async () => {
    const here = lab('policy: 1\noverrides: { delete-root-or-home: { mode: off }, delete-system: { mode: off } }\n');
    user(here, 'policy: 1\nlocked: true\nextends: [pack:recommended]\n');
    expect([await verdict(here, RM_ROOT), await verdict(here, RM_ROOT, { HOOKCTL_TRUST: 'project' })]).toEqual([
      'deny',
      'deny',
    ]);
  });

  it('is trusted where the user says so for all projects, and where the project itself says so it is an error', async () => {
    const here = lab(ALLOW_ALL);
    user(here, deny('aa', 'trust: project\n'));
    expect(await verdict(here, 'git push origin main')).toBe('allow');
    user(here, deny('aa'));
    here.write('.hookctl/policy.yaml', `trust: project\n${ALLOW_ALL}`);
    expect(await verdict(here, 'git push origin main')).not.toBe('allow');
  });
});

describe('variables from the settings of the repository', () => {
  const settings = (here: Lab, env: object, name = 'settings.json') =>
    here.write(`.claude/${name}`, JSON.stringify({ env }));

  it.each([
    ['HOOKCTL_MODE', 'observe', 'settings.json'],
    ['HOOKCTL_MODE', 'observe', 'settings.local.json'],
    ['HOOKCTL_POLICY', 'nothing.yaml', 'settings.json'],
    ['HOOKCTL_TRUST', 'project', 'settings.json'],
    ['HOOKCTL_DEADLINE_MS', '0', 'settings.json'],
    ['XDG_CONFIG_HOME', '/nowhere', 'settings.json'],
    ['HOOKCTL_STATE_DIR', '/proc/nowhere', 'settings.json'],
  ])('%s=%s in %s is ignored', async (name, value, file) => {
    const here = lab('policy: 1\noverrides: { no-aa: { mode: off } }\n');
    user(here, deny('aa'));
    here.write('nothing.yaml', 'policy: 1\n');
    settings(here, { [name]: value }, file);
    expect(await verdict(here, 'aa', { [name]: value })).toBe('deny');
  });

  it("HOME leads to no other user's policy", async () => {
    const here = lab();
    const HOME = join(here.project, 'evil');
    here.write('evil/.config/hookctl/policy.yaml', 'policy: 1\nrules: { fine: { before: any, allow: fine } }\n');
    expect(await verdict(here, 'git push origin main', { HOME })).toBe('allow');
    settings(here, { HOME });
    expect([await verdict(here, 'git push origin main', { HOME }), await verdict(here, RM_ROOT, { HOME })]).toEqual([
      null,
      'deny',
    ]);
  });

  it.each([
    ['a number', '{"env":{"HOOKCTL_MODE":"observe","X":1}}'],
    ['a comment', '{"env":{"HOOKCTL_MODE":"observe"}} // mine'],
    ['an escape', '{"env":{"HOOKCTL\\u005fMODE":"observe"}}'],
    ['the name twice', '{"env":{"HOOKCTL_MODE":"observe","HOOKCTL_MODE":"enforce"}}'],
    ['env twice', '{"env":{"HOOKCTL_MODE":"observe"},"env":{}}'],
    ['a variable in it', '{"env":{"HOOKCTL_MODE":"${MODE:-observe}"}}'],
    ['the command of a hook', '{"hooks":{"PreToolUse":[{"hooks":[{"command":"HOOKCTL_MODE=observe dispatcher"}]}]}}'],
    ['a file of 2 MB', `{"env":{"HOOKCTL_MODE":"observe"},"x":"${'x'.repeat(2_000_000)}"}`],
  ])('is recognised in settings with %s', async (_, text) => {
    const here = lab();
    user(here, deny('aa'));
    here.write('.claude/settings.json', text);
    expect(await verdict(here, 'aa', { HOOKCTL_MODE: 'observe' })).toBe('deny');
  });

  it('is recognised behind a link, in a directory of that name, and in a directory above', async () => {
    const here = lab();
    user(here, deny('aa'));
    const observe = { HOOKCTL_MODE: 'observe' };
    symlinkSync(here.write('elsewhere.json', JSON.stringify({ env: observe })), join(here.project, 'link'));
    mkdirSync(join(here.project, '.claude'));
    symlinkSync(join(here.project, 'link'), join(here.project, '.claude/settings.json'));
    const linked = await verdict(here, 'aa', observe);
    rmSync(join(here.project, '.claude/settings.json'));
    mkdirSync(join(here.project, '.claude/settings.json'));
    const directory = await verdict(here, 'aa', observe);
    rmSync(join(here.project, '.claude'), { recursive: true });
    here.write('.claude/settings.local.json', JSON.stringify({ env: observe }));
    mkdirSync(join(here.project, '.git'));
    mkdirSync(join(here.project, 'sub'));
    const above = await verdict(here, 'aa', { ...observe, CLAUDE_PROJECT_DIR: join(here.project, 'sub') });
    expect([linked, directory, above]).toEqual(['deny', 'deny', 'deny']);
  });

  it("leaves the person's own variables alone, and counts when the settings are trusted", async () => {
    const here = lab();
    user(here, deny('aa'));
    const observe = { HOOKCTL_MODE: 'observe' };
    expect(await verdict(here, 'aa', observe)).toBe(null);
    settings(here, { HOOKCTL_MODE: 'observe', OTHER: '1' });
    expect(await verdict(here, 'aa', { HOOKCTL_MODE: 'warn' })).toBe(null);
    const said = await here.answer(SESSION_START, { env: { ...UNTRUSTED, ...observe } });
    expect(said?.systemMessage).toContain(
      `${here.project}/.claude/settings.json (settings): sets HOOKCTL_MODE=observe`,
    );
    await trust(here, '--yes');
    expect(await verdict(here, 'aa', observe)).toBe(null);
    settings(here, { HOOKCTL_MODE: 'observe', OTHER: '2' });
    expect(await verdict(here, 'aa', observe)).toBe('deny');
  });

  it('a policy that such a variable names can still tighten', async () => {
    const here = lab();
    user(here, deny('aa'));
    const other = here.write('other.yaml', `${deny('bb')}  fine: { before: any, allow: fine }\n`);
    settings(here, { HOOKCTL_POLICY: other });
    const env = { HOOKCTL_POLICY: other };
    expect([await verdict(here, 'aa', env), await verdict(here, 'bb', env), await verdict(here, 'cc', env)]).toEqual([
      'deny',
      'deny',
      null,
    ]);
  });
});

describe('a project policy that cannot be used leaves the others in force', () => {
  it.each<[string, (path: string) => void]>([
    ['a directory', (path) => mkdirSync(path)],
    ['a link to nowhere', (path) => symlinkSync('/nowhere/at/all', path)],
    ['no YAML', (path) => writeFileSync(path, '\u0000{[')],
    [
      'a rule of more than a megabyte',
      (path) => writeFileSync(path, deny('bb').replace('no bb"', `${'x'.repeat(1_100_000)}"`)),
    ],
    ['conditions a thousand deep', (path) => writeFileSync(path, deep(1_000))],
    ['a check that a counter of the user needs', (path) => writeFileSync(path, 'policy: 1\nchecks: { tests: 1 }\n')],
  ])('%s', async (_, make) => {
    const here = lab();
    user(
      here,
      `${deny('aa')}overrides: { only-in-project: { mode: observe } }\ncounters: { x: { of: only-in-project } }\n`,
    );
    mkdirSync(join(here.project, '.hookctl'));
    make(join(here.project, '.hookctl/policy.yaml'));
    const known = `${deny('only')}  only-in-project: { before: run, when: { runs: cc }, deny: "no" }\n`;
    here.write('.hookctl/policy.local.yaml', known);
    expect(await verdict(here, 'aa')).toBe('deny');
  });

  const deep = (levels: number) =>
    `policy: 1\nrules: { x: { before: run, when: ${'{ all: [ '.repeat(levels)}{ runs: bb }${' ] }'.repeat(levels)}, deny: no } }\n`;
});

describe('where policies are looked for', () => {
  const repository = () => {
    const here = lab(deny('outer'));
    user(here, deny('aa'));
    mkdirSync(join(here.project, '.git'));
    mkdirSync(join(here.project, 'packages/a/src'), { recursive: true });
    return { here, sub: join(here.project, 'packages/a') };
  };

  it('a session that starts in a subdirectory has the rules of the repository', async () => {
    const { here, sub } = repository();
    const env = { CLAUDE_PROJECT_DIR: sub };
    expect(await verdict(here, 'outer', env, { cwd: sub })).toBe('deny');
  });

  it('a nearer policy adds its rules and takes none away, for all its words', async () => {
    const { here, sub } = repository();
    here.write('packages/a/.hookctl/policy.yaml', `${deny('inner')}overrides: { no-outer: { mode: off } }\n`);
    const from = (cwd: string) => Promise.all(['outer', 'inner', 'aa'].map((one) => verdict(here, one, {}, { cwd })));
    expect([await from(join(sub, 'src')), await from(here.project)]).toEqual([
      ['deny', 'deny', 'deny'],
      ['deny', null, 'deny'],
    ]);
  });

  it("paths of a policy are relative to the directory it is for, wherever the session's project is", async () => {
    const { here, sub } = repository();
    const guard = 'policy: 1\nrules: { no-gen: { before: write, when: { path: "gen/**" }, deny: "no" } }\n';
    here.write('.hookctl/policy.yaml', guard);
    here.write('packages/a/.hookctl/policy.yaml', guard);
    const write = async (path: string, env: Record<string, string>) =>
      verdict(here, `echo x > ${join(here.project, path)}`, env, { cwd: sub });
    for (const env of [{}, { CLAUDE_PROJECT_DIR: sub }])
      expect([
        await write('gen/x', env),
        await write('packages/a/gen/x', env),
        await write('packages/gen/x', env),
      ]).toEqual(['deny', 'deny', null]);
  });

  it('ends at the root of the repository', async () => {
    const { here } = repository();
    const nested = join(here.project, 'vendor/lib');
    mkdirSync(join(nested, '.git'), { recursive: true });
    // The agent starts its hooks where it works itself.
    const verdictIn = async (env: Record<string, string>) =>
      (await here.answer(bash('outer', { cwd: nested }), { env: { ...UNTRUSTED, ...env }, cwd: nested }))
        ?.hookSpecificOutput?.permissionDecision ?? null;
    expect([await verdictIn({ CLAUDE_PROJECT_DIR: nested }), await verdictIn({})]).toEqual([null, 'deny']);
  });
});

it('what is trusted is kept in files that only the person can read', async () => {
  const here = lab(ALLOW_ALL);
  await trust(here, '--yes');
  const folder = join(here.state, 'trust');
  const [name = ''] = readdirSync(folder);
  expect([statSync(folder).mode & 0o777, statSync(join(folder, name)).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(Object.keys((JSON.parse(readFileSync(join(folder, name), 'utf8')) as { files: object }).files)).toEqual([
    join(here.project, '.hookctl/policy.yaml'),
  ]);
  expect(dirname(folder)).toBe(here.state);
});
