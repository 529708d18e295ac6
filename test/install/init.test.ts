import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lab } from '../support/dispatcher.ts';
import { fireBash, inLab } from './support/installed.ts';

describe('init', () => {
  it('an empty directory: policy, tests, hook and a refused call; again: nothing changes', async () => {
    const here = lab();
    const first = await inLab(here, 'init', '--yes');
    expect([first.exitCode, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(
      /Policy\n[^]*wrote \.hookctl\/policy\.yaml[^]*4 tests passed[^]*Hook\n[^]*created [^]*Proof\n.*rm -rf \/\nBLOCKED, and the model reads:\n {2}`rm -rf \/` would delete [^]*Next\n/,
    );
    // The proof is no session of anybody.
    expect(existsSync(join(here.state, 'audit'))).toBe(false);
    expect(await fireBash(here, 'echo x > migrations/1.sql')).toMatchObject({ permission: 'deny' });
    const policy = readFileSync(join(here.project, '.hookctl/policy.yaml'), 'utf8');
    const settings = readFileSync(join(here.project, '.claude/settings.local.json'), 'utf8');
    const again = await inLab(here, 'init', '--yes');
    expect(again.exitCode).toBe(0);
    expect(again.stdout).toMatch(/is there already and stays as it is\.[^]*nothing to change[^]*BLOCKED/);
    expect(readFileSync(join(here.project, '.hookctl/policy.yaml'), 'utf8')).toBe(policy);
    expect(readFileSync(join(here.project, '.claude/settings.local.json'), 'utf8')).toBe(settings);
  });

  it('a policy of one’s own in a repository, which does not mind `rm -rf /`: the canary proves the hook', async () => {
    const here = lab('policy: 1\nrules:\n  x: { before: run, when: { runs: x }, deny: no, tests: [{ deny: [x] }] }\n');
    mkdirSync(join(here.project, '.git'));
    const { stdout, exitCode } = await inLab(here, 'init', '--yes');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/1 test passed[^]*: hookctl-canary-[0-9a-f]{32}\nBLOCKED/);
  });

  it('a policy whose tests fail is not armed', async () => {
    const here = lab('policy: 1\nrules:\n  x: { before: run, when: { runs: x }, deny: no, tests: [{ deny: [y] }] }\n');
    const { exitCode } = await inLab(here, 'init', '--yes');
    expect([exitCode, existsSync(join(here.project, '.claude'))]).toEqual([1, false]);
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
});
