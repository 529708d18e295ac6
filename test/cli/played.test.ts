import { describe, expect, it } from 'vitest';
import { lab, processLab } from '../support/dispatcher.ts';
import { hookctl, startHookctl } from '../support/hookctl.ts';
import { bash, STOP } from '../support/payloads.ts';

// Other tests ask `test/support/player.mjs`, which loads the built files once. What it answers is what a process of each program answers.

const POLICY = `policy: 1
rules:
  no-prod:
    before: run
    when: { runs: deploy prod }
    deny: No deploys to prod.
    tests: [{ deny: [deploy prod] }]
  confirm: { before: run, when: { runs: deploy }, ask: Deploy? }
  fine: { before: run, when: { runs: git status }, allow: reads only }
  not-yet: { at: stop, deny: Not yet. }
`;
const CALL = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'deploy prod' }, session_id: 's' });

describe('hookctl', () => {
  it.each<[name: string, args: string[], more?: { stdin?: string; env?: Record<string, string> }]>([
    ['a version', ['--version']],
    ['nothing to do', []],
    ['no such command', ['chekc']],
    ['a wrong option', ['check', '--wrong']],
    ['an exit code of 1', ['check', '--strict']],
    ['colours', ['explain', 'deploy prod'], { env: { FORCE_COLOR: '1' } }],
    ['text for people', ['test']],
    ['JSON', ['explain', 'deploy prod', '--json']],
    ['lines of standard input', ['judge'], { stdin: '{"command":"deploy prod"}\n{"command":"ls"}\n' }],
    ['all of standard input', ['fire', '--payload', '-', '--event', 'PreToolUse', '--json'], { stdin: CALL }],
    ['no standard input', ['fire', '--payload', '-']],
    ['standard input that is waited for', ['statusline'], { stdin: '{}' }],
    ['a command for a person, asked by an agent', ['uninstall', '--yes'], { env: { CLAUDECODE: '1' } }],
  ])('%s', async (_, args, { stdin = '', env = {} } = {}) => {
    const here = lab(POLICY);
    const options = { stdin, env: { ...here.env, ...env }, cwd: here.project };
    expect(await hookctl(args, options)).toEqual(await startHookctl(args, options));
  });
});

describe('the hook', () => {
  it.each<[name: string, payload: object | string, args?: string[]]>([
    ['deny', bash('deploy prod')],
    ['ask', bash('deploy staging')],
    ['allow', bash('git status')],
    ['silence', bash('ls')],
    ['another event', STOP],
    ['no JSON', '{"tool_name": '],
    ['no payload', ''],
    ['a wrong argument', bash('ls'), ['--agnet', 'x']],
    ['a status line', '{}', ['--statusline']],
  ])('%s', async (_, payload, args = []) => {
    const [played, started] = [lab(POLICY), processLab(POLICY)];
    const answers = [await played.hook(payload, { args }), await started.hook(payload, { args })];
    // A code belongs to one call in one place.
    const [first, second] = answers.map(({ stdout, ...rest }) => ({
      ...rest,
      stdout: stdout.replace(/allow-once \w{6}/, 'allow-once CODE'),
    }));
    expect(first).toEqual(second);
  });
});
