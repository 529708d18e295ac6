import { describe, expect, it } from 'vitest';
import { type Lab, lab } from '../support/dispatcher.ts';
import { hookctl } from '../support/hookctl.ts';
import { appendLines, auditLineOf, hitOf, segment } from './written-trail.ts';
import { bash } from '../support/payloads.ts';

const stats = (here: Lab, args: string[] = [], env: Record<string, string> = {}) =>
  hookctl(['stats', ...args], { env: { ...here.env, TZ: 'UTC', COLUMNS: '90', ...env }, cwd: here.project });

/** Two days of written history: every figure is known. */
function history(): Lab {
  const here = lab();
  const line = (at: number, changes: object) =>
    auditLineOf({
      id: `id-${at}`,
      time: new Date(Date.UTC(2026, 10, 12, 10) + at * 3_600_000).toISOString(),
      ...changes,
    });
  const deny = hitOf({ rule: 'no-deploy' });
  const curl = hitOf({ rule: 'no-curl', effective: 'observe', mode: 'observe' });
  appendLines(segment(here.state, 1), [
    line(0, { durationMs: 3 }),
    line(1, { verdict: 'deny', hits: [deny], actions: ['run deploy'], durationMs: 4.25 }),
    line(2, { hits: [curl], actions: ['run curl a'], durationMs: 5 }),
    line(3, { hits: [curl], actions: ['run curl a'], session: 's2', durationMs: 250.6 }),
    line(48, { hits: [curl], actions: ['run curl b'], session: 's2' }),
    line(49, { tool: null, event: 'stop', nativeEvent: 'Stop', session: 's2' }),
  ]);
  return here;
}

describe('hookctl stats', () => {
  it('the page', async () => {
    const { stdout, stderr, exitCode } = await stats(history());
    expect({ stderr, exitCode, page: stdout.split('\n') }).toEqual({
      stderr: '',
      exitCode: 0,
      page: [
        '6 decisions in 2 sessions  2026-11-12 10:00:00 to 2026-11-14 11:00:00',
        '',
        '  deny     1  ##########',
        '  observe  3  ##############################',
        '  none     2  ####################',
        '',
        'Rules          deny observe  sessions  last',
        '  no-curl         .       3         2  11-14 10:00:00',
        '  no-deploy       1       .         1  11-12 11:00:00',
        '',
        'Not enforced: what enforcing would have changed',
        '  no-curl  observe  would deny 3 (3 calls in 2 sessions)',
        '      run curl a  2 times, id-3',
        '      run curl b  id-48',
        '      hookctl promote no-curl',
        '',
        'Sessions',
        '  s1 claude-code  3  ##############################  1 stopped',
        '  s2 claude-code  3  ##############################',
        '',
        'Tools',
        '  Bash  5  ##############################  1 stopped',
        '  Stop  1  ######',
        '',
        'Days',
        '  2026-11-12  4  ##############################  1 stopped',
        '  2026-11-13  0',
        '  2026-11-14  2  ###############',
        '',
        'Time taken by the hook',
        '  p50 4 ms   p90 251 ms   p99 251 ms   max 251 ms',
        '',
      ],
    });
  });

  it('fine bars where the locale has them, colours where they are wanted', async () => {
    const { stdout } = await stats(history(), [], { LANG: 'C.UTF-8', FORCE_COLOR: '1' });
    expect(stdout).toContain('██████████');
    expect(stdout).toContain('\u001b[31m');
    expect(stdout).not.toContain('###');
  });

  it('--json, of a part', async () => {
    const { stdout } = await stats(history(), ['--json', '--since', '2026-11-13', '--tool', 'Bash']);
    expect(JSON.parse(stdout)).toEqual({
      decisions: 1,
      sessions: 1,
      first: '2026-11-14T10:00:00.000Z',
      last: '2026-11-14T10:00:00.000Z',
      verdicts: { deny: 0, ask: 0, warn: 0, allow: 0, inject: 0, observe: 1, none: 0 },
      rules: [
        {
          rule: 'no-curl',
          hits: 1,
          deny: 0,
          ask: 0,
          warn: 0,
          allow: 0,
          inject: 0,
          observe: 1,
          sessions: 1,
          last: '2026-11-14T10:00:00.000Z',
        },
      ],
      topSessions: [
        {
          session: 's2',
          agent: 'claude-code',
          decisions: 1,
          stopped: 0,
          first: '2026-11-14T10:00:00.000Z',
          last: '2026-11-14T10:00:00.000Z',
        },
      ],
      tools: [{ tool: 'Bash', decisions: 1, stopped: 0 }],
      latency: { p50: 4, p90: 4, p99: 4, max: 4 },
      days: [{ day: '2026-11-14', decisions: 1, stopped: 0 }],
      enforcing: { calls: 1, sessions: 1, would: { deny: 1 } },
      pending: [
        {
          rule: 'no-curl',
          mode: 'observe',
          byEnvironment: false,
          hits: 1,
          would: { deny: 1 },
          calls: 1,
          sessions: 1,
          examples: [{ what: 'run curl b', times: 1, id: 'id-48' }],
        },
      ],
    });
  });

  it('nothing on record', async () => {
    expect(await stats(lab(), [], { COLUMNS: '' })).toEqual({
      stdout:
        'There is nothing to count: no decision on record matches. The hook records each call it judges; `hookctl doctor` says whether it is installed.\n',
      stderr: '',
      exitCode: 0,
    });
  });

  it('counts what the real hook has decided', async () => {
    const here = lab(
      'policy: 1\nmode: warn\nrules:\n  no-deploy: { before: run, when: { runs: deploy }, deny: "No." }\n',
    );
    await here.hook(bash('deploy a'));
    await here.hook(bash('deploy b'), { env: { HOOKCTL_MODE: 'enforce' } });
    await here.hook(bash('deploy b'));
    const { verdicts, pending } = JSON.parse((await stats(here, ['--json'])).stdout) as {
      verdicts: object;
      pending: object[];
    };
    expect(verdicts).toMatchObject({ deny: 1, warn: 2 });
    expect(pending).toMatchObject([
      { rule: 'no-deploy', mode: 'warn', byEnvironment: false, calls: 1, would: { deny: 1 } },
    ]);
  });

  it('a pack that is only watched: what each rule would have done, and the way to enforce all', async () => {
    const here = lab('policy: 1\nextends: [{ pack: git, mode: observe }]\n');
    for (const command of ['git reset --hard', 'git push -f origin main', 'git stash drop', 'ls'])
      expect(await here.answer(bash(command))).toBeNull();
    const page = (await stats(here)).stdout;
    expect(page).toMatch(/3 of 4 decisions: would (?:deny 2, would ask 1|ask 1, would deny 2)\n/);
    expect(page).toMatch(/ {2}git-discard-all {2}observe {2}would deny 1 \(1 call in 1 session\)\n/);
    expect(page).toContain('  hookctl promote --all  enforces all that the policy only watches\n');
    expect(here.audit().map(({ verdict }) => verdict)).toEqual(['none', 'none', 'none', 'none']);
    expect(
      here.audit()[0]?.hits.map(({ rule, verb, effective, mode }) => [rule, verb, effective, mode]),
    ).toContainEqual(['git-discard-all', 'deny', 'observe', 'observe']);
  });
});
