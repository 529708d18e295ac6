import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withSchemaLine } from '../../src/cli/policy-text/schema-line.ts';
import { type Lab, lab } from '../support/dispatcher.ts';
import { hookctl, ROOT } from '../support/hookctl.ts';
import { scratch } from '../support/scratch.ts';

const at = (here: Lab) => ({ env: here.env, cwd: here.project });
const shipped = (name: string) => readFileSync(join(ROOT, `schemas/${name}.schema.json`), 'utf8');

describe('hookctl schema', () => {
  it.each([
    [[], 'policy'],
    [['policy'], 'policy'],
    [['payload'], 'payload'],
    [['answer'], 'answer'],
  ])('%j prints the schema', async (args, name) => {
    const printed = await hookctl(['schema', ...args]);
    expect(printed).toEqual({ stdout: shipped(name), stderr: '', exitCode: 0 });
  });

  it('--path names the file of this installation', async () => {
    const { stdout, exitCode } = await hookctl(['schema', '--path']);
    expect(exitCode).toBe(0);
    expect(readFileSync(stdout.trim(), 'utf8')).toBe(shipped('policy'));
  });

  it('--write makes a copy, says the line for a policy, and replaces an earlier copy', async () => {
    const here = lab();
    const copy = join(here.project, '.hookctl/policy.schema.json');
    const wrote = {
      stdout:
        'wrote .hookctl/policy.schema.json\nThe first line of a policy in the same directory: # yaml-language-server: $schema=./policy.schema.json\n',
      stderr: '',
      exitCode: 0,
    };
    expect(await hookctl(['schema', '--write', '.hookctl/policy.schema.json'], at(here))).toEqual(wrote);
    expect(readFileSync(copy, 'utf8')).toBe(shipped('policy'));
    writeFileSync(copy, '{ "title": "hookctl policy" }');
    expect(await hookctl(['schema', '--write', '.hookctl/policy.schema.json'], at(here))).toEqual(wrote);
    expect(readFileSync(copy, 'utf8')).toBe(shipped('policy'));
    expect((await hookctl(['new'], at(here))).exitCode).toBe(0);
    expect(readFileSync(join(here.project, '.hookctl/policy.yaml'), 'utf8')).toMatch(
      /^# yaml-language-server: \$schema=\.\/policy\.schema\.json\npolicy: 1\n/,
    );
    expect(await hookctl(['check'], at(here))).toMatchObject({ exitCode: 0 });
  });

  it.each([
    [['nothing'], 'no schema "nothing" (there are policy, payload, answer)'],
    [['--path', '--write', 'x.json'], 'either --path or --write'],
    [['--write', 'package.json'], 'package.json already exists and is another file'],
    [['--write', '.'], '. is a directory'],
  ])('%j is wrong use, and changes nothing', async (args, message) => {
    const here = lab();
    here.write('package.json', '{}');
    const { stdout, stderr, exitCode } = await hookctl(['schema', ...args], at(here));
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toContain(message);
    expect(readFileSync(join(here.project, 'package.json'), 'utf8')).toBe('{}');
    expect(existsSync(join(here.project, 'x.json'))).toBe(false);
  });
});

describe('the first line of a policy', () => {
  const IN_PACKAGE = 'node_modules/hookctl/schemas/policy.schema.json';
  const HINT = '# For completion in editors, run in this directory: hookctl schema --write policy.schema.json';
  const named = (path: string) => `# yaml-language-server: $schema=${path}`;

  it.each([
    { when: 'hookctl is installed', files: { [IN_PACKAGE]: '{}' }, line: named(`../${IN_PACKAGE}`) },
    {
      when: 'hookctl is a dependency that is not installed yet',
      files: { 'package.json': '{ "devDependencies": { "hookctl": "1" } }' },
      line: named(`../${IN_PACKAGE}`),
    },
    {
      when: 'a copy lies beside the policy',
      files: { '.hookctl/policy.schema.json': '{}', [IN_PACKAGE]: '{}' },
      line: named('./policy.schema.json'),
    },
    {
      when: 'the root of the workspace has it',
      files: { '.git/HEAD': '', [IN_PACKAGE]: '{}' },
      policy: 'packages/api/.hookctl/policy.yaml',
      line: named(`../../../${IN_PACKAGE}`),
    },
    {
      when: 'only a directory outside the repository has it',
      files: { 'inner/.git/HEAD': '', [IN_PACKAGE]: '{}' },
      policy: 'inner/.hookctl/policy.yaml',
      line: HINT,
    },
    { when: 'package.json is broken', files: { 'package.json': '{' }, line: HINT },
    { when: 'nothing is there', files: {}, line: HINT },
  ])('$when', ({ files, policy = '.hookctl/policy.yaml', line }) => {
    const place = scratch();
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(place, name)), { recursive: true });
      writeFileSync(join(place, name), text);
    }
    expect(withSchemaLine('policy: 1\n', join(place, policy))).toBe(`${line}\npolicy: 1\n`);
  });
});
