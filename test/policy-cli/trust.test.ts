import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lab, type Lab } from '../support/dispatcher.ts';
import { hookctl } from '../support/hookctl.ts';

const LOOSE = `policy: 1
overrides: { no-aa: { mode: off } }
rules:
  fine: { before: run, when: { runs: bb }, allow: "fine" }
`;
const USER = 'policy: 1\nrules:\n  no-aa: { before: run, when: { runs: aa }, deny: "no aa" }\n';

function place(policy: string | undefined): Lab & { cli: (...args: string[]) => ReturnType<typeof hookctl> } {
  const here = lab(policy, { HOOKCTL_TRUST: '' });
  here.write(join(here.home, '.config/hookctl/policy.yaml'), USER);
  const env = { ...here.env, CLAUDE_PROJECT_DIR: '', NO_COLOR: '1' };
  const shown = (text: string) => text.replaceAll(here.project, '<project>').replaceAll(here.home, '<home>');
  const cli = async (...args: string[]) => {
    const ran = await hookctl(args, { env, cwd: here.project });
    return { ...ran, stdout: shown(ran.stdout), stderr: shown(ran.stderr) };
  };
  return { ...here, cli };
}

describe('hookctl trust', () => {
  it('shows new files whole, and changed ones as a diff with what would come into force', async () => {
    const here = place(LOOSE);
    const first = await here.cli('trust', '--yes');
    expect(first).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: `<project>

<project>/.hookctl/policy.yaml
${LOOSE}
With your trust this comes into force:
  <project>/.hookctl/policy.yaml:4 (project): rule "fine": allows calls
  <project>/.hookctl/policy.yaml:2 (project): rule "no-aa": turns it off
Trusted: exactly this content.
`,
    });
    expect((await here.cli('trust')).stdout).toBe('Trusted already: <project>\n');
    here.write('.hookctl/policy.yaml', LOOSE.replace('runs: bb', 'runs: cc'));
    expect((await here.cli('trust', '--yes')).stdout).toContain(`@@ -1,4 +1,4 @@
 policy: 1
 overrides: { no-aa: { mode: off } }
 rules:
-  fine: { before: run, when: { runs: bb }, allow: "fine" }
+  fine: { before: run, when: { runs: cc }, allow: "fine" }
`);
  });

  it('asks on a terminal only; lists and takes back', async () => {
    const here = place(LOOSE);
    const asked = await here.cli('trust');
    expect([asked.exitCode, asked.stderr]).toEqual([
      2,
      expect.stringContaining('there is no terminal to ask on') as string,
    ]);
    const list = async () =>
      (JSON.parse((await here.cli('trust', '--list', '--json')).stdout) as { projects: object[] }).projects;
    expect(await list()).toEqual([]);
    expect(JSON.parse((await here.cli('trust', '--yes', '--json')).stdout)).toEqual({
      projects: [{ directory: '<project>', trusted: true, files: ['<project>/.hookctl/policy.yaml'], settings: [] }],
    });
    expect(await list()).toEqual([{ directory: '<project>', at: expect.any(String) as string, state: 'trusted' }]);
    here.write('.hookctl/policy.local.yaml', 'policy: 1\n');
    expect(await list()).toMatchObject([{ state: 'changed' }]);
    expect(JSON.parse((await here.cli('trust', '--revoke', '--json')).stdout)).toEqual({ revoked: ['<project>'] });
    expect(await list()).toEqual([]);
  });

  it('refuses a policy with errors, and below an agent', async () => {
    const broken = place('policy: 1\nrules: 3\n');
    const ran = await broken.cli('trust', '--yes');
    expect([ran.exitCode, ran.stderr]).toEqual([1, expect.stringContaining('the policy has errors') as string]);
    const here = place(LOOSE);
    const env = { ...here.env, CLAUDECODE: '1' };
    expect(await hookctl(['trust', '--yes'], { env, cwd: here.project })).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('refused: this was started by an agent') as string,
    });
  });

  it('control characters of a file do not reach the terminal', async () => {
    const here = place(`${LOOSE}# \u001b[2K\u202e\u001b]0;x\u0007\n`);
    const { stdout } = await here.cli('trust', '--yes');
    expect(['\u001b', '\u0007', '\u202e'].filter((char) => stdout.includes(char))).toEqual([]);
  });
});

const UNTIL = 'Until you read it and run `hookctl trust`, it can only tighten';

describe('check, explain and new', () => {
  it('say what an edit does to a policy that was trusted', async () => {
    const here = place('policy: 1\nextends: [pack:git]\n');
    rmSync(join(here.home, '.config/hookctl/policy.yaml'));
    await here.cli('trust', '--yes');
    expect((await here.cli('check')).stdout).toMatch(/^1 file, 0 rules; 1 pack, \d+ rules: no problems\n$/);
    await hookctl(['install', '--yes'], { env: { ...here.env, CLAUDE_PROJECT_DIR: '' }, cwd: here.project });
    here.write('.hookctl/policy.yaml', 'policy: 1\nextends: [pack:git] # A comment.\n');
    const told = `This project's policy has changed since you trusted it. ${UNTIL}, and the pack "default" stays in force beside it.`;
    const { stdout } = await here.cli('check');
    expect(stdout.startsWith(`${told} Ignored until then:\n`)).toBe(true);
    expect(stdout).toMatch(/replaces the pack "default" and drops \d+ of its rules\n1 file, .*: no problems\n$/);
    expect((await here.cli('explain', 'ls')).stdout).toContain(`\n${told} --verbose lists what is ignored.\n`);
  });

  it('list what is ignored, and after trust what is in force', async () => {
    const here = place(LOOSE);
    const lines = `  <project>/.hookctl/policy.yaml:4 (project): rule "fine": allows calls
  <project>/.hookctl/policy.yaml:2 (project): rule "no-aa": turns it off
`;
    const ignored = `You have not trusted this project's policy. ${UNTIL}. Ignored until then:\n${lines}`;
    const inForce = `Loosens other rules, and is in force:\n${lines}`;
    expect((await here.cli('check')).stdout).toBe(`${ignored}2 files, 2 rules: no problems\n`);
    expect((await here.cli('explain', '--verbose', 'aa')).stdout).toContain(ignored);
    await here.cli('trust', '--yes');
    expect((await here.cli('check')).stdout).toBe(`${inForce}2 files, 2 rules: no problems\n`);
    expect((await here.cli('explain', '--verbose', 'aa')).stdout).toContain(inForce);
    const { loosenings } = JSON.parse((await here.cli('check', '--json')).stdout) as { loosenings: object[] };
    expect(loosenings).toEqual([
      {
        file: '<project>/.hookctl/policy.yaml',
        line: 4,
        column: 3,
        kind: 'allow',
        layer: 'project',
        name: 'fine',
        what: 'allows calls',
        inForce: true,
      },
      {
        file: '<project>/.hookctl/policy.yaml',
        line: 2,
        column: 14,
        kind: 'override',
        layer: 'project',
        name: 'no-aa',
        what: 'turns it off',
        inForce: true,
      },
    ]);
  });

  it('what a person has had written is trusted, and a file of somebody else does not become it', async () => {
    const here = place(undefined);
    const states = async () =>
      (JSON.parse((await here.cli('check', '--json')).stdout) as { loosenings: { inForce: boolean }[] }).loosenings.map(
        ({ inForce }) => inForce,
      );
    await here.cli('new');
    await here.cli('new', 'mine');
    expect((await here.cli('trust')).stdout).toBe('Trusted already: <project>\n');
    here.write('.hookctl/policy.yaml', LOOSE);
    expect(await states()).toEqual([false, false]);
    await here.cli('new', 'other');
    expect(await states()).toEqual([false, false]);
  });
});
