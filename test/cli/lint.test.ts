import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { TRAPS } from '../../src/lint/traps/index.ts';
import { hookctl, type Ran } from '../support/hookctl.ts';
import { stage, type Staged } from '../lint/support/fixture.ts';

const staged: Staged[] = [];
afterEach(() => {
  for (const one of staged.splice(0)) one.remove();
});

function staging(fixture: string): Staged {
  const one = stage(fixture);
  staged.push(one);
  return one;
}

/** In the project, with a home and a state directory that belong to the test. */
function run({ root }: Staged, ...args: string[]): Promise<Ran> {
  const env = { ...process.env, NO_COLOR: '1', HOME: join(root, 'home'), HOOKCTL_STATE_DIR: join(root, 'state') };
  return hookctl(['lint', '--home', join(root, 'home'), ...args], { cwd: root, env });
}

const SETTINGS = join('.claude', 'settings.json');

it('tells where, what, what will happen and what to do', async () => {
  const ran = await run(staging('timeout-milliseconds/bad'));
  expect(ran).toEqual({
    stdout: `${SETTINGS}:10:24: warning: 5000 seconds are 83 minutes; milliseconds were probably meant [timeout-milliseconds]
  what happens: \`timeout\` is in seconds. A hook that hangs holds the agent for that long.
  what to do:   Write 5 for 5 seconds. (--fix does this)
  more:         hookctl help traps timeout-milliseconds

1 file read: 0 errors, 1 warning, 0 notes; 1 can be fixed with --fix
`,
    stderr: '',
    exitCode: 1,
  });
});

describe('exit codes', () => {
  it.each([
    ['timeout-milliseconds/clean', 0, '1 file read: no trap found\n'],
    ['guard-fails-open/bad', 0, expect.stringContaining('2 files read: 0 errors, 0 warnings, 1 note\n')],
    ['flat-entry/bad', 1, expect.stringContaining('1 file read: 1 error, 0 warnings, 0 notes')],
  ])('%s: %i', async (fixture, exitCode, stdout) => {
    expect(await run(staging(fixture))).toEqual({ stdout, stderr: '', exitCode });
  });

  it('no settings at all is fine', async () => {
    const one = staging('timeout-milliseconds/clean');
    mkdirSync(join(one.root, 'empty'));
    expect(await run(one, '--project', 'empty')).toEqual({
      stdout: 'No hook settings here: nothing to check.\n',
      stderr: '',
      exitCode: 0,
    });
  });

  it.each([
    [['gone.json'], /no file .*gone\.json/],
    [['--format', 'xml'], /"xml" is not text, json or sarif/],
    [['--json', '--sarif'], /choose one of json and sarif/],
    [['--dry-run'], /--dry-run needs --fix/],
    [['--settings', 'gone.json'], /--settings: no file/],
    [['.claude'], /holds no plugin hooks/],
  ])('%j is wrong use', async (args, message) => {
    const ran = await run(staging('timeout-milliseconds/clean'), ...args);
    expect(ran).toEqual({ stdout: '', stderr: expect.stringMatching(message), exitCode: 2 });
    expect(
      ran.stderr
        .replace(/^Usage: .*\n/m, '')
        .trimEnd()
        .split('\n'),
    ).toHaveLength(1);
  });
});

it('--json', async () => {
  const { stdout } = await run(staging('script-not-executable/bad'), '--json');
  expect(JSON.parse(stdout)).toEqual({
    findings: [
      {
        id: 'script-not-executable',
        severity: 'error',
        file: SETTINGS,
        line: 8,
        column: 24,
        endLine: 8,
        endColumn: expect.any(Number),
        message: '"$CLAUDE_PROJECT_DIR"/.claude/hooks/hook.sh is not executable',
        consequence: expect.stringContaining('126'),
        fix: expect.stringContaining('chmod +x'),
        fixable: true,
      },
    ],
    files: 2,
  });
});

describe('files that are named', () => {
  it('a script is looked at by itself', async () => {
    const ran = await run(staging('answer-rejected/bad'), '.claude/hooks/hook.sh', '--json');
    const { findings, files } = JSON.parse(ran.stdout) as { findings: { id: string; file: string }[]; files: number };
    expect([files, findings.map(({ id, file }) => [id, file])]).toEqual([
      1,
      [['answer-rejected', join('.claude', 'hooks', 'hook.sh')]],
    ]);
  });

  it("a plugin's hooks file is told by its place", async () => {
    const one = staging('timeout-milliseconds/clean');
    mkdirSync(join(one.root, 'plug', 'hooks'), { recursive: true });
    const hooks = { Stop: [{ hooks: [{ type: 'command', command: '"${CLAUDE_PLUGIN_ROOT}"/gone.sh' }] }] };
    writeFileSync(join(one.root, 'plug', 'hooks', 'hooks.json'), JSON.stringify({ hooks }));
    for (const path of [join('plug', 'hooks', 'hooks.json'), 'plug']) {
      const ran = await run(one, path, '--json');
      expect((JSON.parse(ran.stdout) as { findings: { id: string }[] }).findings.map(({ id }) => id)).toEqual([
        'script-missing',
      ]);
    }
  });

  it('settings with comments are still settings', async () => {
    const one = staging('settings-not-json/bad');
    const ran = await run(one, SETTINGS, '--json');
    expect(JSON.parse(ran.stdout)).toMatchObject({ findings: [{ id: 'settings-not-json', line: 2, column: 3 }] });
  });
});

describe('--fix', () => {
  it('shows a diff, writes, and says what is left', async () => {
    const one = staging('timeout-milliseconds/bad');
    const dry = await run(one, '--fix', '--dry-run');
    expect(dry.stdout).toContain('-            "timeout": 5000\n+            "timeout": 5\n');
    expect(readFileSync(join(one.root, SETTINGS), 'utf8')).toContain('5000');
    const ran = await run(one, '--fix');
    expect(ran).toEqual({
      stdout: expect.stringMatching(/write 5\n--- .*\n[^]*The old file is kept in .*\n\n1 file read: no trap found\n$/),
      stderr: '',
      exitCode: 0,
    });
    expect(JSON.parse(readFileSync(join(one.root, SETTINGS), 'utf8'))).toMatchObject({
      hooks: { PreToolUse: [{ hooks: [{ timeout: 5 }] }] },
    });
  });
});

it('what `hookctl install` writes has no trap', async () => {
  const one = staging('timeout-milliseconds/clean');
  const env = { ...process.env, HOME: join(one.root, 'home'), HOOKCTL_STATE_DIR: join(one.root, 'state') };
  const home = join(one.root, 'home');
  const installed = await hookctl(['install', '--scope', 'user', '--home', home, '--yes'], { cwd: one.root, env });
  expect(installed.exitCode).toBe(0);
  const ran = await run(one, '--json');
  const { findings } = JSON.parse(ran.stdout) as { findings: { id: string; severity: string }[] };
  expect([ran.exitCode, findings.filter(({ severity }) => severity !== 'info')]).toEqual([0, []]);
});

interface Sarif {
  version: string;
  $schema: string;
  runs: {
    tool: { driver: { name: string; rules: { id: string; help: { text: string; markdown: string } }[] } };
    results: {
      ruleId: string;
      ruleIndex: number;
      level: string;
      message: { text: string };
      locations: {
        physicalLocation: {
          artifactLocation: { uri: string; uriBaseId?: string };
          region: { startLine: number; startColumn: number; endLine: number; endColumn: number };
        };
      }[];
      partialFingerprints: Record<string, string>;
    }[];
  }[];
}

describe('--sarif', () => {
  it('has what SARIF 2.1.0 and code-scanning pages ask for', async () => {
    const one = staging('flat-entry/bad');
    const { stdout, exitCode } = await run(one, '--sarif');
    const log = JSON.parse(stdout) as Sarif;
    const [{ tool, results } = { tool: null, results: [] }] = log.runs;
    expect([exitCode, log.version, log.runs.length, tool?.driver.name]).toEqual([1, '2.1.0', 1, 'hookctl lint']);
    expect(tool?.driver.rules.map(({ id }) => id)).toEqual(TRAPS.map(({ id }) => id));
    expect(tool?.driver.rules.every(({ help }) => help.text !== '' && help.markdown.includes('**What to do.**'))).toBe(
      true,
    );
    expect(results).toEqual([
      {
        ruleId: 'flat-entry',
        ruleIndex: TRAPS.findIndex(({ id }) => id === 'flat-entry'),
        level: 'error',
        message: { text: expect.stringContaining('the handler is directly under the event') },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: '.claude/settings.json', uriBaseId: '%SRCROOT%' },
              region: { startLine: 4, startColumn: 7, endLine: 8, endColumn: 8 },
            },
          },
        ],
        partialFingerprints: { 'hookctlFinding/v1': expect.stringMatching(/^[0-9a-f]{32}$/) },
      },
    ]);
  });

  it('keeps a finding’s fingerprint when lines move, and tells equal findings apart', async () => {
    const one = staging('stop-loop/clean');
    const handler = { type: 'command', command: 'date', once: true };
    const write = (space: number): void =>
      writeFileSync(
        join(one.root, SETTINGS),
        JSON.stringify({ hooks: { Stop: [{ hooks: [handler, { ...handler, command: 'date -u' }] }] } }, null, space),
      );
    const prints = async (): Promise<string[]> => {
      const { runs } = JSON.parse((await run(one, '--sarif')).stdout) as Sarif;
      return (runs[0]?.results ?? []).map((result) => result.partialFingerprints['hookctlFinding/v1'] ?? '');
    };
    write(0);
    const before = await prints();
    write(2);
    expect([new Set(before).size, await prints()]).toEqual([2, before]);
  });

  it('levels: error, warning, note', async () => {
    const { stdout } = await run(staging('guard-fails-open/bad'), '--sarif');
    expect((JSON.parse(stdout) as Sarif).runs[0]?.results.map(({ level }) => level)).toEqual(['note']);
  });
});
