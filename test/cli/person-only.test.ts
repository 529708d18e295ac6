import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/main.ts';
import { agentStartedBy, markAmong } from '../../src/cli/person/agent-signs.ts';
import { ancestorsOf, signAmong } from '../../src/cli/person/ancestry.ts';
import { fromPs } from '../../src/system/node/process-table.ts';
import { type Lab, lab } from '../support/dispatcher.ts';
import { HOOKCTL, hookctl, ROOT, run } from '../support/hookctl.ts';

const commands = await Promise.all(
  Object.entries(COMMANDS).map(async ([name, load]) => ({ name, command: await load() })),
);

/** Calls that change the guard, and what they would touch. A command with a `changes` of its own is missing here only by mistake: the gate says so. */
const CHANGING: Record<string, string[][]> = {
  init: [['--yes'], ['--yes', '--scope', 'user']],
  install: [['--yes'], ['--yes', '--json'], ['--plugin', 'plugin', '--yes'], []],
  uninstall: [['--yes'], ['--yes', '--scope', 'user', '--json']],
  new: [[], ['--force'], ['no-deploy'], ['validate', '--force']],
  schema: [['--write', 'policy.schema.json']],
  import: [
    ['.claude', '--out', '.hookctl/policy.yaml', '--force'],
    ['.claude', '--out', 'new.yaml', '--json'],
  ],
  'allow-once': [['ABC123']],
  lint: [['--fix'], ['--fix', '--json']],
  mod: [['mod'], ['mod', '--force', '--json']],
  audit: [
    ['prune', '--keep', '1'],
    ['prune', '--keep', '1', '--json'],
  ],
  promote: [
    ['no-curl', '--yes'],
    ['no-curl', '--dry-run', '--json'],
  ],
  ui: [[], ['--no-open', '--json']],
  token: [['make'], ['revoke', 'abc', '--json']],
  join: [['http://127.0.0.1:9', '--token-file', 'x'], ['--leave']],
  publish: [[], ['--json']],
  // Isolated, it changes nothing but its own scratch directory.
  probe: [['--no-isolation'], ['--no-isolation', '--json']],
};

/** Forms of the same commands that change nothing, so that an agent may use them. */
const LOOKING: Record<string, string[][]> = {
  install: [['--dry-run']],
  uninstall: [['--dry-run', '--json']],
  new: [['--print'], ['--list'], ['--list', '--json']],
  schema: [[], ['--path']],
  import: [['.claude'], ['.claude', '--json']],
  lint: [[], ['--fix', '--dry-run']],
  audit: [['verify']],
};

const calls = Object.entries(CHANGING).flatMap(([name, forms]) =>
  forms.map((args) => ({ line: [name, ...args].join(' '), args: [name, ...args] })),
);

describe('an agent cannot use hookctl against the user', () => {
  it('every command says whether it changes something; those that do are tried below', () => {
    const changing = commands.filter(({ command }) => command.changes !== 'nothing').map(({ name }) => name);
    // `trust` is tried in a file of its own.
    expect(changing.filter((name) => name !== 'trust').toSorted()).toEqual(Object.keys(CHANGING).toSorted());
  });

  it.each(commands.filter(({ command }) => command.changes === 'nothing'))('$name writes nothing', ({ name }) => {
    const text = readFileSync(join(ROOT, 'src/cli/commands', `${name}.ts`), 'utf8');
    const writing =
      /\b(?:write(?:File|Private)?Sync|mkdirSync|rmSync|renameSync|replaceFile|replacePrivate|appendPrivate|applyPlan|backUp)\b/;
    expect(writing.exec(text)?.[0]).toBeUndefined();
  });

  it.each(calls)('hookctl $line', async ({ args }) => {
    const here = place();
    const before = filesBelow(here);
    const ran = await hookctl(args, { env: { ...here.env, CLAUDECODE: '1' }, cwd: here.project });
    expect(ran.stderr).toMatch(
      new RegExp(
        `^hookctl ${args[0]}: refused: this was started by an agent \\(CLAUDECODE\\), and it changes .*: hookctl ${args[0]}`,
      ),
    );
    expect(ran.exitCode).toBe(1);
    expect(ran.stdout === '' ? null : Object.keys(JSON.parse(ran.stdout) as object)).toEqual(
      args.includes('--json') ? ['refused'] : null,
    );
    expect(filesBelow(here)).toEqual(before);
  });

  it.each(Object.entries(LOOKING).flatMap(([name, forms]) => forms.map((args) => [name, args] as const)))(
    'hookctl %s %j stays allowed',
    async (name, args) => {
      const here = place();
      const ran = await hookctl([name, ...args], { env: { ...here.env, CLAUDECODE: '1' }, cwd: here.project });
      expect(ran.stderr).not.toContain('refused');
    },
  );

  it('says what the person should run, as a shell reads it', async () => {
    const here = place();
    const args = ['import', 'a b', '--out', "it's"];
    const ran = await hookctl(args, { env: { ...here.env, CURSOR_AGENT: '1' }, cwd: here.project });
    expect(ran.stderr).toBe(
      'hookctl import: refused: this was started by an agent (CURSOR_AGENT), and it changes a file that may be a policy. ' +
        "If the user wants this, they can run it in a separate terminal: hookctl import 'a b' --out 'it'\\''s'\n",
    );
  });

  it.runIf(process.platform === 'linux').each([
    ['its mark was dropped', 'env -u CLAUDECODE "$@"; exit $?', { CLAUDECODE: '1' }, 'CLAUDECODE, process '],
    ['the whole environment was dropped', 'env -i "$@"; exit $?', { GEMINI_CLI: '1' }, 'GEMINI_CLI, process '],
  ])('also when %s', async (_, script, env, sign) => {
    const here = place();
    const ran = await run('/bin/sh', ['-c', script, 'sh', process.execPath, HOOKCTL, 'uninstall', '--yes'], {
      env: { ...here.env, ...(env as unknown as Record<string, string>) },
      cwd: here.project,
    });
    expect([ran.exitCode, ran.stderr]).toEqual([1, expect.stringContaining(`started by an agent (${sign}`)]);
  });

  it.runIf(process.platform === 'linux')('also when only its program is there to see', async () => {
    const here = place();
    const agent = here.write(
      'bin/claude',
      'require("child_process").spawnSync(process.execPath, process.argv.slice(2), { stdio: "inherit", env: {} });\n',
    );
    const ran = await run(process.execPath, [agent, HOOKCTL, 'uninstall', '--yes'], {
      env: here.env,
      cwd: here.project,
    });
    expect(ran.stderr).toContain('started by an agent (claude, process ');
  });
});

describe('signs of an agent', () => {
  it.each([
    [['claude', '-p', 'x'], 'claude'],
    [['/usr/local/bin/codex', 'exec'], 'codex'],
    [['node', '/opt/bin/gemini', '--yolo'], 'gemini'],
    [
      ['node', '--max-old-space-size=4096', '/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js'],
      '@anthropic-ai/claude-code',
    ],
    [['/usr/bin/node', '/x/@openai/codex/bin/codex.js'], 'codex'],
    [['python3.12', '/home/u/.local/bin/aider'], 'aider'],
    [['bash', 'claude'], null],
    [['/home/claude/bin/bash'], null],
    [['vim', 'claude.md'], null],
    [['node', '/home/codex/project/server.js'], null],
    [[], null],
  ])('%j starts %s', (words, agent) => {
    expect(agentStartedBy(words)).toBe(agent);
  });

  it.each([
    [['PATH=/bin', 'CLAUDECODE=1'], 'CLAUDECODE'],
    [['CLAUDECODE='], null],
    [['MY_CLAUDECODE=1', 'CLAUDE_PROJECT_DIR=/p', 'CLAUDE_CODE_SSE_PORT=1'], null],
  ])('%j has the mark %s', (entries, mark) => {
    expect(markAmong(entries)).toBe(mark);
  });

  it('macOS: ps tells parents, commands and environments', () => {
    const table = fromPs(
      '    1     0 /sbin/launchd\n  300     1 login -pf u\n  301   300 -zsh TERM=xterm HOME=/Users/u\n' +
        '  400   301 claude HOME=/Users/u\n  401   400 /bin/zsh -c x HOME=/Users/u CLAUDECODE=1\n  402   401 node x.js A=1\n',
    );
    expect(signAmong(ancestorsOf(301, table))).toBeNull();
    expect(signAmong(ancestorsOf(402, table))).toBe('CLAUDECODE, process 401');
    expect(signAmong(ancestorsOf(400, table))).toBe('claude, process 400');
  });
});

function place(): Lab {
  const here = lab('policy: 1\nrules:\n  no-curl: { before: run, when: { runs: curl }, mode: warn, deny: "No." }\n');
  mkdirSync(join(here.project, '.git'));
  mkdirSync(join(here.state, 'audit'), { recursive: true });
  here.write('.claude/settings.json', '{"permissions":{"allow":["Bash(*)"]}}');
  return here;
}

function filesBelow({ home, project, state }: Lab): Record<string, string> {
  return Object.fromEntries(
    [home, project, state].flatMap((root) =>
      (readdirSync(root, { recursive: true }) as string[])
        .map((name) => join(root, name))
        .filter((path) => statSync(path).isFile())
        .map((path) => [path, readFileSync(path, 'utf8')]),
    ),
  );
}
