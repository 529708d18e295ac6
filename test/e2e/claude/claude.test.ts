import { describe, expect, inject, it } from 'vitest';
import type { ClientRun } from '../../../src/adapters/claude-code/client/run-client.ts';
import { VERSION } from './client.ts';
import { play, type Played, type Scene } from './play.ts';

const client = inject('client');

const HOOKCTL = ['node', '/mnt/product/dist/hookctl.mjs'];

/** A scene with what `hookctl install` writes; without a policy file the built-in policy is in force. */
function guarded(scene: Scene): Played {
  const { setup = [], ...rest } = scene;
  const played = bare({ setup: [[...HOOKCTL, 'install', '--yes'], ...setup], ...rest });
  expect(played.setup[0]).toMatchObject({ exitCode: 0, stderr: '' });
  return played;
}

function bare(scene: Scene): Played {
  return play(client.path ?? '', scene);
}

const bash = (command: string) => [{ tool: 'Bash', input: { command, description: 'a step' } }];
const DELETE_ALL = bash('rm -rf /');
const DELETE_BY_FIND = bash('find / -maxdepth 0 -exec rm -rf {} +');
const SHELL_WRITE = bash('cat > test.sh < /dev/null');
const TOUCH = bash('touch made');

/** The lines that hooks added to the conversation; what the client says by itself is left out. */
function linesWith(run: ClientRun | undefined, words: RegExp): string[] {
  return (run?.otherTexts ?? []).flatMap((text) => text.split('\n')).filter((line) => words.test(line));
}

const results = (run: ClientRun | undefined) => run?.toolResults.map(({ text, isError }) => ({ isError, text }));
const refused = (text: RegExp) => ({ isError: true, text: expect.stringMatching(text) as string });

describe.skipIf(client.path === null)(`Claude Code ${VERSION}`, () => {
  it('without hooks it runs what is refused below; its own check knows the plain rm -rf /', () => {
    const { runs, files } = bare({
      sessions: [{ turns: [DELETE_ALL, DELETE_BY_FIND, SHELL_WRITE, 'done'] }],
      show: ['RM_RAN', 'test.sh'],
    });
    expect(results(runs[0])?.map(({ isError }) => isError)).toEqual([true, false, false]);
    expect(files).toEqual({ RM_RAN: 'rm -rf /\n', 'test.sh': '' });
  });

  it('denies rm -rf /', () => {
    const { runs, files } = guarded({ sessions: [{ turns: [DELETE_ALL, DELETE_BY_FIND, 'done'] }], show: ['RM_RAN'] });
    expect(results(runs[0])).toEqual([
      refused(/^PreToolUse:Bash hook error: `rm -rf \/` would delete \/.*\[delete-root-or-home\]/s),
      refused(/^PreToolUse:Bash hook error: `find .*` would delete \/.*\[delete-root-or-home\]/s),
    ]);
    expect(files).toEqual({ RM_RAN: null });
  });

  it('asks on a shell write; with -p nobody answers, and the model reads the bare reason', () => {
    const { runs, files } = guarded({ sessions: [{ turns: [SHELL_WRITE, 'done'] }], show: ['test.sh'] });
    expect(results(runs[0])).toEqual([
      refused(/^`cat > test.sh .*` writes test.sh from the shell\..*\[confirm-shell-writes\]$/s),
    ]);
    expect(files).toEqual({ 'test.sh': null });
  });

  it('blocks Stop until the tests have passed', () => {
    const write = [{ tool: 'Write', input: { file_path: '/mnt/project/src/a.mjs', content: 'export const a = 1;\n' } }];
    const test = (name: string) => bash(`node --test ${name}.test.mjs`);
    const { runs } = guarded({
      files: { 'failing.test.mjs': 'throw new Error("no");\n', 'passing.test.mjs': 'import "./src/a.mjs";\n' },
      sessions: [{ turns: [write, 'done', test('failing'), 'done', test('passing'), 'done', 'one turn too many'] }],
    });
    expect(linesWith(runs[0], /^BLOCKED/)).toEqual([
      'BLOCKED: 1 source files were edited but tests have not been run.',
      'BLOCKED: The last test run failed.',
    ]);
    expect(runs[0]?.modelCalls).toBe(6);
  });

  it('a forked session knows what its parent has edited', () => {
    const id = '11111111-1111-4111-8111-111111111111';
    const write = [{ tool: 'Write', input: { file_path: '/mnt/project/src/a.mjs', content: 'export const a = 1;\n' } }];
    const { runs } = guarded({
      files: { 'passing.test.mjs': 'import "./src/a.mjs";\n' },
      sessions: [
        { turns: [write, 'done', 'done', 'done', 'done'], args: ['--session-id', id] },
        {
          turns: [bash('ls'), 'done', bash('node --test passing.test.mjs'), 'done'],
          args: ['--resume', id, '--fork-session'],
        },
      ],
    });
    const told = linesWith(runs[1], /^BLOCKED/);
    expect(told.at(-1)).toBe('BLOCKED: 1 source files were edited but tests have not been run.');
    expect(runs[1]?.modelCalls).toBe(4);
  });

  it('warns at the fifth edit of a file and blocks at the eighth', () => {
    const path = '/mnt/project/notes.md';
    const read = [{ tool: 'Read', input: { file_path: path } }];
    const edit = (n: number) => [
      { tool: 'Edit', input: { file_path: path, old_string: `${n}`, new_string: `${n + 1}` } },
    ];
    const { runs, files } = guarded({
      files: { 'notes.md': '0' },
      sessions: [{ turns: [read, ...[0, 1, 2, 3, 4, 5, 6, 7].map(edit), 'done'] }],
      show: ['notes.md'],
    });
    expect(linesWith(runs[0], /ADVISORY|LOOP/).map((line) => /[A-Z]{4}.* \d times/.exec(line)?.[0])).toEqual([
      ...[5, 6, 7].map((n) => `ADVISORY: 'notes.md' has been edited ${n} times`),
      "LOOP DETECTED: 'notes.md' has been edited 8 times",
      "ADVISORY: 'notes.md' has been edited 8 times",
    ]);
    // The hook hears of an edit when it has been made: the model is told to stop, the file keeps it.
    expect(files).toEqual({ 'notes.md': '8' });
  });

  describe('a dispatcher that cannot answer: onFailure "block" holds', () => {
    /** Fails on a call and on the stop; lets the prompt pass. */
    const failing = (node: string, native: string) => ({
      node: `if (/"(PreToolUse|Stop)"/.test(require('fs').readFileSync(0, 'utf8'))) ${node}`,
      native: `#!/bin/sh\nif grep -qE '"(PreToolUse|Stop)"'; then ${native}; fi\n`,
    });

    it.each([
      ['exits with 1', failing('process.exit(1)', 'exit 1'), 'failed'],
      ['dies by a signal', failing("process.kill(process.pid, 'SIGKILL')", 'kill -KILL $$'), 'failed'],
      ['hangs', failing('setInterval(() => {}, 1000)', 'exec sleep 60'), 'timed out'],
    ])('%s: the call is refused, and the session can still end', (_, sabotage, how) => {
      const { runs, files } = guarded({ sabotage, timeout: 3, sessions: [{ turns: [TOUCH, 'done'] }], show: ['made'] });
      expect(results(runs[0])).toEqual([
        refused(new RegExp(`^PreToolUse:Bash hook error: .*: ${how}; blocking because onFailure is "block"`, 's')),
      ]);
      expect({ files, calls: runs[0]?.modelCalls, exitCode: runs[0]?.exitCode }).toEqual({
        files: { made: null },
        calls: 2,
        exitCode: 0,
      });
    });

    it.each([
      ['is broken from the start', { node: 'process.exit(1);', native: '#!/bin/sh\nexit 1\n' }],
      ['is gone', { node: null, native: null }],
    ])('%s: the prompt is refused already, the model is never asked', (_, sabotage) => {
      const { runs, files } = guarded({ sabotage, sessions: [{ turns: [TOUCH, 'done'] }], show: ['made'] });
      expect(runs[0]?.stdout).toContain('failed; blocking because onFailure is');
      // The client quotes the hook's arguments, and those name the way out.
      expect(runs[0]?.stdout).toContain('or run npx hookctl uninstall --all, or delete this hook from the settings');
      expect({ files, calls: runs[0]?.modelCalls }).toEqual({ files: { made: null }, calls: 0 });
    });
  });

  describe('a policy file that is gone', () => {
    const NO_TOUCH = 'policy: 1\nrules:\n  no-touch: { before: run, when: { runs: touch }, deny: "No touching." }\n';
    const NO_TOUCHING = refused(/No touching\. \[no-touch\]/);
    const turns = [TOUCH, DELETE_BY_FIND, 'done'];

    it('the only one: the built-in policy takes its place', () => {
      const { runs, files } = guarded({
        files: { '.hookctl/policy.yaml': NO_TOUCH },
        sessions: [{ turns }, { turns, remove: ['.hookctl/policy.yaml'] }],
        show: ['made'],
      });
      expect(runs.map((run) => results(run)?.[0])).toEqual([NO_TOUCHING, { isError: false, text: expect.any(String) }]);
      expect(results(runs[1])?.[1]).toEqual(refused(/\[delete-root-or-home\]/));
      expect(files).toEqual({ made: '' });
    });

    it('one that another extends: the last good version stays in force', () => {
      const { runs, files } = guarded({
        files: { '.hookctl/policy.yaml': 'policy: 1\nextends: [./team.yaml]\n', '.hookctl/team.yaml': NO_TOUCH },
        sessions: [{ turns: [TOUCH, 'done'] }, { turns: [TOUCH, 'done'], remove: ['.hookctl/team.yaml'] }],
        show: ['made'],
      });
      expect(runs.map(results)).toEqual([[NO_TOUCHING], [NO_TOUCHING]]);
      expect(files).toEqual({ made: null });
    });

    it('named by HOOKCTL_POLICY: every call is asked about', () => {
      const { runs, files } = guarded({
        sessions: [{ turns: [TOUCH, 'done'], env: { HOOKCTL_POLICY: '/mnt/project/gone.yaml' } }],
        show: ['made'],
      });
      expect(results(runs[0])).toEqual([refused(/\[policy-broken\]/)]);
      expect(files).toEqual({ made: null });
    });
  });
});
