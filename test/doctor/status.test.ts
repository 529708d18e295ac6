import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { lab } from '../support/dispatcher.ts';
import { hookctl, ROOT } from '../support/hookctl.ts';
import { bash } from '../support/payloads.ts';
import { patient, useInstalled } from './support.ts';

useInstalled();

const POLICY = `policy: 1
rules:
  no-deploy: { before: run, when: { runs: deploy }, deny: "No deploys." }
  watch-curl: { before: run, when: { runs: curl }, deny: "No curl.", mode: observe }
`;

describe('status', () => {
  it('armed, in five lines', async () => {
    const here = patient();
    here.write('project/.hookctl/policy.yaml', POLICY);
    const ran = await hookctl(['status'], { env: here.env, cwd: here.project });
    expect(ran).toEqual({
      stdout: `Armed    yes, in user settings (~/.claude/settings.json)
Mode     enforce
Rules    2 (1 only watch) from .hookctl/policy.yaml
Refused  nothing in the last 7 days
Version  hookctl ${packageJson.version} on Node ${process.versions.node}
`,
      stderr: '',
      exitCode: 0,
    });
  });

  it('not armed, with a refusal on record', async () => {
    const here = lab(POLICY);
    await here.hook(bash('deploy all'));
    const { stdout, exitCode } = await hookctl(['status', '--json'], { env: here.env, cwd: here.project });
    expect({ exitCode, ...(JSON.parse(stdout) as object) }).toEqual({
      exitCode: 1,
      armed: false,
      where: [],
      mode: 'enforce',
      unknownMode: null,
      rules: {
        total: 2,
        enforce: 1,
        warn: 0,
        observe: 1,
        files: [join(here.project, '.hookctl/policy.yaml')],
        errors: 0,
        impaired: false,
        trusted: true,
      },
      refusals: {
        days: 7,
        count: 1,
        last: {
          id: here.audit()[0]?.id,
          time: here.audit()[0]?.time,
          tool: 'Bash',
          what: 'run deploy all',
          rule: 'no-deploy',
        },
      },
      project: here.project,
      version: packageJson.version,
      node: process.versions.node,
    });
    const text = await hookctl(['status'], { env: here.env, cwd: here.project });
    expect(text.stdout).toMatch(/^Armed +no: `hookctl install` registers the hook$/m);
    expect(text.stdout).toMatch(/^Refused +1 in the last 7 days; last: deploy all \(no-deploy\), \d\d-\d\d [\d:]+$/m);
  });

  it('a policy with errors', async () => {
    const here = lab('policy: 1\nrules: { x: { befor: run } }\n');
    const rules = async () => {
      const { stdout, exitCode } = await hookctl(['status'], { env: here.env, cwd: here.project });
      return [exitCode, /^Rules +(.*)$/m.exec(stdout)?.[1]];
    };
    expect(await rules()).toEqual([
      1,
      expect.stringMatching(/^\d+, without \.hookctl\/policy\.yaml, which has 3 errors: `hookctl check`$/) as string,
    ]);
    here.write('.hookctl/policy.yaml', POLICY);
    await here.hook(bash('ls'));
    here.write('.hookctl/policy.yaml', POLICY.replace('runs: curl', 'runz: curl'));
    expect(await rules()).toEqual([
      1,
      '2 (1 only watch) of the last good version of .hookctl/policy.yaml, which has 1 error: `hookctl check`',
    ]);
  });

  it('a policy that has changed since it was trusted, and a mode that is none', async () => {
    const here = lab(POLICY.replace('rules:', 'extends: [pack:recommended]\nrules:'), { HOOKCTL_TRUST: '' });
    const env = { ...here.env, HOOKCTL_MODE: 'typo' };
    const { stdout } = await hookctl(['status'], { env, cwd: here.project });
    expect(stdout).toContain('from .hookctl/policy.yaml, not trusted as it is now: `hookctl trust`\n');
    expect(stdout).toContain('(HOOKCTL_MODE="typo" is not enforce, warn or observe, and is ignored)\n');
  });
});

const NATIVE = join(ROOT, 'dist/native/dispatcher');
const HOSTS: [string, string[]][] = [
  ['node', [process.execPath, join(ROOT, 'dist/dispatcher.cjs'), '--statusline']],
  ['hookctl', [process.execPath, join(ROOT, 'dist/hookctl.mjs'), 'statusline']],
  ...(existsSync(NATIVE) ? [['native', [NATIVE, '--statusline']] satisfies [string, string[]]] : []),
];

describe.each(HOSTS)('the status line on %s', (_, [program = '', ...args]) => {
  const line = (env: Record<string, string>, cwd: string, payload: object | string = {}) => {
    const input = typeof payload === 'string' ? payload : JSON.stringify({ session_id: 's1', cwd, ...payload });
    const { stdout, stderr, status } = spawnSync(program, args, { env, cwd, input, encoding: 'utf8' });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    return stdout;
  };

  it('says how the policy stands and what was refused in this session', async () => {
    const here = lab(POLICY);
    expect(line(here.env, here.project)).toBe('hookctl enforce\n');
    await here.hook(bash('deploy all', { session_id: 's1' }));
    await here.hook(bash('deploy some', { session_id: 's1' }));
    await here.hook(bash('deploy all', { session_id: 's1' }));
    expect(line(here.env, here.project)).toBe('hookctl enforce · 2 refused\n');
    expect(line(here.env, here.project, { session_id: 's2' })).toBe('hookctl enforce\n');
    expect(line({ ...here.env, HOOKCTL_MODE: 'observe' }, here.project)).toBe('hookctl observe · 2 refused\n');
    expect(here.audit()).toHaveLength(3);
  });

  it('is a line, whatever is wrong', () => {
    const broken = lab('policy: 1\nrules: { x: { befor: run } }\n');
    expect(line(broken.env, broken.project)).toBe('hookctl policy broken, see `hookctl check`\n');
    const here = lab(POLICY);
    expect(['', 'no JSON', '[]', '{"session_id":5}'].map((payload) => line(here.env, here.project, payload))).toEqual(
      Array.from({ length: 4 }, () => 'hookctl enforce\n'),
    );
  });
});

it('the lines for the settings name an executable of this installation', async () => {
  const { stdout } = await hookctl(['statusline', '--settings']);
  const { statusLine } = JSON.parse(`{${stdout}}`) as { statusLine: { type: string; command: string } };
  expect(statusLine).toEqual({ type: 'command', command: expect.stringMatching(/dispatcher(?:\.cjs)? --statusline$/) });
});
