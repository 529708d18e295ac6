import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recipes } from '../../src/cli/policy-text/recipes.ts';
import { type Lab, lab } from '../support/dispatcher.ts';
import { hookctl } from '../support/hookctl.ts';
import { bash } from '../support/payloads.ts';

const at = (here: Lab) => ({ env: here.env, cwd: here.project });
const readPolicy = (here: Lab, name = 'policy') => readFileSync(join(here.project, `.hookctl/${name}.yaml`), 'utf8');

it('new --list shows every recipe under its topic, with one sentence', async () => {
  const { stdout, stderr, exitCode } = await hookctl(['new', '--list'], at(lab()));
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  for (const { name, about, topic } of recipes()) {
    expect(stdout).toMatch(new RegExp(`^${topic}$`, 'm'));
    expect(stdout).toContain(`  ${name} `);
    expect(stdout.replace(/\s+/g, ' ')).toContain(about);
  }
});

it('new --list --json says the same to a machine, and changes nothing', async () => {
  const here = lab();
  const { stdout, exitCode } = await hookctl(['new', '--list', '--json'], at(here));
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    recipes: recipes().map(({ name, topic, about, notes }) => ({ name, topic, about, notes })),
  });
  expect(existsSync(join(here.project, '.hookctl'))).toBe(false);
});

it.each([
  [['--list', 'lock-files'], '--list takes no NAME'],
  [['--json'], '--json is for --list'],
])('new %j is wrong use', async (args, message) => {
  const { stdout, stderr, exitCode } = await hookctl(['new', ...args], at(lab()));
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  expect(stderr).toContain(message);
});

it('every recipe can be added to one policy, which keeps its other bytes, checks and passes all tests', async () => {
  const before = '# ours\npolicy: 1 # the version\nextends: [pack:recommended] # usual\nrules: {}\n';
  const here = lab(before);
  const names = recipes().map(({ name }) => name);
  for (const name of names) expect(await hookctl(['new', name], at(here))).toMatchObject({ stderr: '', exitCode: 0 });
  const references = names.map((name) => `, ./${name}.yaml`).join('');
  expect(readPolicy(here)).toBe(before.replace('pack:recommended', `pack:recommended${references}`));
  for (const { name, text } of recipes()) expect(readPolicy(here, name).replace(/^.*\n/, '')).toBe(text);
  expect(await hookctl(['check', '--strict'], at(here))).toMatchObject({ stderr: '', exitCode: 0 });
  expect(await hookctl(['test'], at(here))).toEqual({
    stdout: expect.stringMatching(/^\d{3,} tests passed\n$/) as string,
    stderr: '',
    exitCode: 0,
  });
});

it('a recipe is in force at once, and the usual rules stay so where there was no policy', async () => {
  const here = lab();
  expect(await hookctl(['new', 'lock-files'], at(here))).toEqual({
    stdout: [
      'wrote .hookctl/lock-files.yaml: Lock files are written by the package manager only.',
      'wrote .hookctl/policy.yaml, which extends it and pack:recommended',
      'Next: edit it, then `hookctl test`, and `hookctl explain COMMAND` to see it at work.',
      '',
    ].join('\n'),
    stderr: '',
    exitCode: 0,
  });
  const decisionOn = async (command: string) =>
    (await here.answer(bash(command)))?.hookSpecificOutput?.permissionDecision ?? 'none';
  expect([
    await decisionOn('rm yarn.lock'),
    await decisionOn('git push -f origin main'),
    await decisionOn('ls'),
  ]).toEqual(['deny', 'deny', 'none']);
});

it('never replaces what is there', async () => {
  const here = lab('policy: 1\n');
  here.write('.hookctl/lock-files.yaml', '# mine\npolicy: 1\n');
  const { stderr, exitCode } = await hookctl(['new', 'lock-files'], at(here));
  expect(exitCode).toBe(2);
  expect(stderr).toContain('.hookctl/lock-files.yaml already exists');
  expect([readPolicy(here), readPolicy(here, 'lock-files')]).toEqual(['policy: 1\n', '# mine\npolicy: 1\n']);
});

it('a name close to that of a recipe is a rule of one’s own, and the recipe is named', async () => {
  const { stdout, exitCode } = await hookctl(['new', 'lockfiles'], at(lab()));
  expect(exitCode).toBe(0);
  expect(stdout).toContain('There is a recipe "lock-files", if you meant that one: hookctl new lock-files');
});
