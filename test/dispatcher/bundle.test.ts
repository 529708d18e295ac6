import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { lab } from '../support/dispatcher.ts';
import { copyOfBundle } from './support/bundle.ts';
import { bash, STOP } from '../support/payloads.ts';

const POLICY = 'policy: 1\nrules:\n  no-prod: { before: run, when: { runs: deploy prod }, deny: "no" }\n';

type Change = ((text: string) => string) | null;

const DAMAGES: [string, Change][] = [
  ['missing', null],
  ['empty', () => ''],
  ['cut off', (text) => text.slice(0, text.length >> 1)],
  ['of another build', (text) => `${text.slice(0, -16)}${'0'.repeat(16)}`],
];

it.each(DAMAGES)('without its bundle the hook blocks a call and says why: %s', async (_, change) => {
  const here = lab(POLICY);
  const dispatcher = copyOfBundle(here.home, { 'dispatcher.main.cjs': change });
  const told = /^hookctl cannot start \(.*dispatcher\.main\.cjs.*\); no rule was applied to this event\. Install/;
  // The event is that of the payload, whatever a tool's input says.
  const pretending = { hook_event_name: 'Stop', text: 'x'.repeat(100_000) };
  const call = { tool_name: 'mcp__a__b', tool_input: pretending, hook_event_name: 'PreToolUse' };
  for (const payload of [bash('ls -la'), JSON.stringify(call), 'nonsense', ''])
    expect(await here.hook(payload, { dispatcher })).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(told) as string,
    });
  // Not held up: with exit code 2 the session could never end.
  expect(await here.hook(STOP, { dispatcher })).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(told) });
});

it('an answer stands when the cache of the code cannot be written', async () => {
  const here = lab(POLICY);
  const dispatcher = copyOfBundle(here.home, {});
  const env = { HOOKCTL_CODE_CACHE: 'make' };
  expect(await here.hook(bash('deploy prod'), { dispatcher, env })).toMatchObject({ exitCode: 0, stderr: '' });
  const caches = readdirSync(dirname(dispatcher)).filter((name) => name.endsWith('.cache'));
  expect(caches).toHaveLength(1);
  for (const name of caches) {
    rmSync(join(dirname(dispatcher), name));
    mkdirSync(join(dirname(dispatcher), name, 'in the way'), { recursive: true });
  }
  expect(await here.hook(bash('deploy prod'), { dispatcher, env })).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('"deny"') as string,
    stderr: expect.stringMatching(/^hookctl could not write its code cache \(.+\)\.\n$/) as string,
  });
});

it.skipIf(!existsSync('/dev/full'))('a call is blocked when its answer cannot be written', () => {
  const here = lab(POLICY);
  const dispatcher = copyOfBundle(here.home, {});
  const { status, stderr } = spawnSync('sh', ['-c', 'exec "$0" "$1" > /dev/full', process.execPath, dispatcher], {
    input: JSON.stringify({ session_id: 's1', cwd: here.project, ...bash('deploy prod') }),
    env: here.env,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^hookctl could not answer \(ENOSPC.*\)\.\n$/) as string,
  });
});
