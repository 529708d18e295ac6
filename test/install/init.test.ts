import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Lab, lab } from '../support/dispatcher.ts';
import { ROOT, run } from '../support/hookctl.ts';
import { copyOfHookctl, fireBash, inLab, startInLab } from './support/installed.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

describe('init', () => {
  it('an empty directory: policy, tests, hook and a refused call; again: nothing changes', async () => {
    const here = lab();
    const first = await inLab(here, 'init', '--yes');
    expect([first.exitCode, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(
      /Policy\n[^]*pack:recommended: \d+ rules[^]*wrote \.hookctl\/policy\.yaml[^]*4 tests passed[^]*Hook\n[^]*created [^]*Proof\n.*rm -rf \/\nBLOCKED, and the model reads:\n {2}`rm -rf \/` would delete [^]*Next\n(?: {2}hookctl .*\n){3}/,
    );
    // A summary, not the diff.
    expect(first.stdout).toMatch(
      /\n\.claude\/settings\.local\.json: \+2 events → (?:node|native) dispatcher \(new\)\n/,
    );
    expect(first.stdout).not.toContain('"hooks"');
    // The proof is no session of anybody.
    expect(existsSync(join(here.state, 'audit'))).toBe(false);
    expect(await fireBash(here, 'npm publish')).toMatchObject({ permission: 'ask' });
    const policy = readFileSync(join(here.project, '.hookctl/policy.yaml'), 'utf8');
    const settings = readFileSync(join(here.project, '.claude/settings.local.json'), 'utf8');
    const again = await inLab(here, 'init', '--yes');
    expect(again.exitCode).toBe(0);
    expect(again.stdout).toMatch(/already exists and stays as it is\.[^]*nothing to change[^]*BLOCKED/);
    expect(again.stdout).toMatch(
      /\n\nThis project was already set up; nothing has changed\. `hookctl doctor` checks the whole installation\.\n$/,
    );
    expect(readFileSync(join(here.project, '.hookctl/policy.yaml'), 'utf8')).toBe(policy);
    expect(readFileSync(join(here.project, '.claude/settings.local.json'), 'utf8')).toBe(settings);
  });

  it('the diff on request', async () => {
    const { stdout } = await inLab(lab(), 'init', '--yes', '--diff');
    expect(stdout).toContain('\n+  "hooks": {\n');
  });

  it('all my projects: the policy is the user’s own and holds in a project without one', async () => {
    const here = lab(undefined, { HOOKCTL_TRUST: '' });
    const { exitCode, stdout } = await inLab(here, 'init', '--scope', 'user', '--yes');
    expect([exitCode, existsSync(join(here.project, '.hookctl'))]).toEqual([0, false]);
    expect(stdout).toContain('wrote ~/.config/hookctl/policy.yaml\n');
    const elsewhere = join(here.home, 'elsewhere');
    mkdirSync(elsewhere);
    const there: Lab = { ...here, project: elsewhere, env: { ...here.env, CLAUDE_PROJECT_DIR: elsewhere } };
    expect(await fireBash(there, 'rm -rf /')).toMatchObject({ permission: 'deny' });
    expect(await fireBash(there, 'npm publish')).toMatchObject({ permission: 'ask' });
    // What the pack `default` asks about, which is in force without any policy.
    expect(await fireBash(there, 'cat > test.sh')).toMatchObject({ permission: null });
  });

  it('a policy of one’s own in a repository, which does not mind `rm -rf /`: the canary proves the hook', async () => {
    const here = lab('policy: 1\nrules:\n  x: { before: run, when: { runs: x }, deny: no, tests: [{ deny: [x] }] }\n');
    mkdirSync(join(here.project, '.git'));
    const { stdout, exitCode } = await inLab(here, 'init', '--yes');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/1 test passed[^]*: hookctl-canary-[0-9a-f]{32}\nBLOCKED/);
  });

  it('a slip in the policy right after it falls back on the version that was proved', async () => {
    const policy = 'policy: 1\nrules:\n  no-x: { before: run, when: { runs: x }, deny: no, tests: [{ deny: [x] }] }\n';
    const here = lab(policy);
    expect((await inLab(here, 'init', '--yes')).exitCode).toBe(0);
    here.write('.hookctl/policy.yaml', policy.replace('before:', 'befor:'));
    const { permission, reason } = await fireBash(here, 'x');
    expect({ permission, byRule: reason?.startsWith('no [no-x]') }).toEqual({ permission: 'deny', byRule: true });
  });

  it('a policy whose tests fail is not armed', async () => {
    const here = lab('policy: 1\nrules:\n  x: { before: run, when: { runs: x }, deny: no, tests: [{ deny: [y] }] }\n');
    const { exitCode, stdout } = await inLab(here, 'init', '--yes');
    expect([exitCode, existsSync(join(here.project, '.claude'))]).toEqual([1, false]);
    expect(stdout).toContain(
      'NOT ARMED: .hookctl/policy.yaml was there before, and the hook is not registered, because',
    );
  });

  it('without a terminal it asks for --yes, and has written nothing', async () => {
    const here = lab();
    const ran = await inLab(here, 'init');
    expect([ran.exitCode, ran.stderr.includes('--yes'), existsSync(join(here.project, '.hookctl'))]).toEqual([
      2,
      true,
      false,
    ]);
  });

  it('for a machine: one object', async () => {
    const here = lab();
    const { stdout, exitCode } = await inLab(here, 'init', '--yes', '--json');
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([
      0,
      {
        scope: 'local',
        armed: true,
        policy: { path: join(here.project, '.hookctl/policy.yaml'), status: 'created', start: 'enforce' },
        tests: { run: 4, failed: 0 },
        gitignore: [],
        files: [{ path: join(here.project, '.claude/settings.local.json'), status: 'created' }],
        proof: { command: 'rm -rf /', denied: true },
        problems: [],
      },
    ]);
    expect((await inLab(lab(), 'init', '--json')).exitCode).toBe(2);
  });
});

describe('watch first', () => {
  it.each<[string, string[], string]>([
    ['in a project', [], '.hookctl/policy.yaml'],
    ['in all projects', ['--scope', 'user'], '~/.config/hookctl/policy.yaml'],
  ])('%s: nothing is refused but an attack on the guard; a promoted pack refuses', async (_, options, policy) => {
    const here = lab();
    const { exitCode, stdout } = await inLab(here, 'init', '--yes', '--watch', ...options);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining(`wrote ${policy}, which only watches\n`)]);
    expect(stdout).toContain('  hookctl promote pack:recommended  after a week: enforce it\n');
    const verdicts = async () => ({
      loss: (await fireBash(here, 'git push --force origin main')).permission,
      own: (await fireBash(here, 'npm publish')).permission,
      guard: (await fireBash(here, 'hookctl uninstall')).permission,
    });
    expect(await verdicts()).toEqual({ loss: null, own: null, guard: 'deny' });
    expect((await inLab(here, 'promote', 'pack:recommended', '--yes')).stderr).toBe('');
    expect(await verdicts()).toEqual({ loss: 'deny', own: null, guard: 'deny' });
  });
});

describe('.gitignore', () => {
  it.each<[string, string[], string | null, string]>([
    ['unasked', [], null, ''],
    ['asked for', ['--gitignore'], null, '/.hookctl/policy.local.yaml\n/.claude/settings.local.json\n'],
    [
      'no newline at its end',
      ['--gitignore'],
      'dist',
      'dist\n/.hookctl/policy.local.yaml\n/.claude/settings.local.json\n',
    ],
    ['ignored in part', ['--gitignore'], '.claude/\n', '.claude/\n/.hookctl/policy.local.yaml\n'],
    ['a team’s settings are committed', ['--gitignore', '--scope', 'project'], null, '/.hookctl/policy.local.yaml\n'],
  ])('%s', async (_, options, before, wanted) => {
    const here = lab();
    await run('git', ['init', '-q'], { cwd: here.project, env: here.env });
    if (before !== null) here.write('.gitignore', before);
    await inLab(here, 'init', '--yes', ...options);
    const path = join(here.project, '.gitignore');
    expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(wanted);
  });
});

describe('the development dependency', () => {
  it('--yes alone starts no package manager', async () => {
    const { here, called } = withFakeManagers({ 'package.json': '{}' });
    expect((await inLab(here, 'init', '--yes')).exitCode).toBe(0);
    expect(called()).toEqual([]);
  });

  it('is added on request by the project’s own manager; its hookctl then does the rest', async () => {
    const { here, called } = withFakeManagers({ 'package.json': '{}', 'pnpm-lock.yaml': '' });
    const options = ['--yes', '--json', '--scope', 'project', '--add-dependency'];
    const { exitCode, stdout } = await startInLab(here, 'init', ...options);
    expect(called()).toEqual([`pnpm add --save-dev hookctl@${version}`]);
    // Standard output is the object of the project's own hookctl, and nothing else.
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { scope: 'project', armed: true, warnings: [] }]);
    const settings = readFileSync(join(here.project, '.claude/settings.json'), 'utf8');
    expect(settings).toContain('${CLAUDE_PROJECT_DIR}/node_modules/hookctl/dist/dispatcher"');
  });

  it('a manager that fails: said, and nothing is set up', async () => {
    const { here } = withFakeManagers({ 'package.json': '{}' }, { exitCode: 7 });
    const { exitCode, stdout } = await inLab(here, 'init', '--yes', '--add-dependency');
    expect([exitCode, existsSync(join(here.project, '.hookctl'))]).toEqual([1, false]);
    expect(stdout).toContain(`\`npm install --save-dev hookctl@${version}\` ended with exit code 7`);
  });

  it('a project without package.json', async () => {
    const { exitCode, stderr } = await inLab(lab(), 'init', '--yes', '--add-dependency');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('there is no package.json in')]);
  });
});

/** Managers that note how they were called, and put hookctl where the real ones would. */
function withFakeManagers(files: Record<string, string>, { exitCode = 0 } = {}) {
  const here = lab();
  const bin = join(here.home, 'bin');
  const calls = join(here.home, 'calls');
  const product = join(here.home, 'package');
  copyOfHookctl(product);
  for (const [name, text] of Object.entries(files)) here.write(name, text);
  for (const name of ['npm', 'pnpm', 'yarn', 'bun']) {
    const script = `#!/bin/sh\necho "${name} $*" >> ${calls}\necho fetched\nmkdir -p node_modules && ln -s ${product} node_modules/hookctl\necho '{"devDependencies":{"hookctl":"1"}}' > package.json\nexit ${exitCode}\n`;
    const path = here.write(join(bin, name), script);
    chmodSync(path, 0o755);
  }
  const env = { ...here.env, PATH: `${bin}:${here.env['PATH']}` };
  return {
    here: { ...here, env },
    called: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : []),
  };
}
