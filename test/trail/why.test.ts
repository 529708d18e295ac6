import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Lab, lab } from '../support/dispatcher.ts';
import { hookctl } from '../support/hookctl.ts';
import { appendLines, auditLineOf, hitOf, segment } from './written-trail.ts';
import { bash, edited } from '../support/payloads.ts';

const POLICY = `policy: 1
rules:
  no-deploy: { before: run, when: { runs: deploy }, deny: "No deploys.", fix: "Ask the release team." }
  many-edits: { after: write, when: { count.edits: ">= 3" }, warn: "{path} was edited {count.edits} times." }
`;

// Not the agent's directory: the record knows the project.
const why = (here: Lab, ...args: string[]) =>
  hookctl(['why', ...args], { env: { ...without(here.env, 'CLAUDE_PROJECT_DIR'), TZ: 'UTC' }, cwd: '/' });

function without(env: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([key]) => key !== name));
}

const replayed = async (here: Lab, ...args: string[]) =>
  JSON.parse((await why(here, ...args, '--json')).stdout) as {
    record: { id: string; actions: string[] };
    replay: Record<string, unknown> | null;
    problem: string | null;
  };

describe('hookctl why', () => {
  it('the record whole, then the same answer from the policy in force', async () => {
    const here = lab(POLICY);
    await here.hook(bash('deploy all', { tool_use_id: 'call-1' }));
    const { stdout, stderr, exitCode } = await why(here, 'last');
    const page = stdout
      .replaceAll(here.project, '@')
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'TIME')
      .replaceAll(/[0-9a-z]{9}-[0-9a-z]{7}/g, 'ID')
      .replaceAll(/allow-once [0-9A-Z]{6}/g, 'allow-once CODE')
      .replace(/policy {5}[0-9a-z]{14}/, 'policy     KEY')
      .replace(/took {7}[\d.]+ ms/, 'took       N ms');
    expect({ exitCode, stderr, page: page.split('\n') }).toEqual({
      exitCode: 0,
      stderr: '',
      page: [
        'deny  Bash  TIME  ID',
        '  run deploy all',
        '',
        '  reason     No deploys. Ask the release team. [no-deploy]',
        '             If this is wanted, a person can permit it once: hookctl allow-once CODE',
        '  rule       no-deploy (deny, project policy)',
        '  session    s1',
        '  event      PreToolUse (before-tool) of claude-code, call call-1',
        '  place      @',
        '  policy     KEY (in force now)',
        '  took       N ms',
        '  payload    {"session_id":"s1","cwd":"@","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"deploy all"},"tool_use_id":"call-1"}',
        '',
        'Judged again, by the policy in force now:',
        '  matched  no-deploy  @/.hookctl/policy.yaml:3',
        '    ✓ runs deploy all (rule: deploy)',
        '',
        'The answer would be the same today.',
        'Files, branches and environment are as they are now; the session is as it was before the call.',
        '',
      ],
    });
  });

  it('a rule of a pack is named with its pack, not only with the layer that extends it', async () => {
    const here = lab('policy: 1\nextends: [pack:recommended]\n');
    await here.hook(bash('git push --force origin main'));
    const { stdout } = await why(here, 'last');
    expect(stdout).toContain('git-force-push-shared (deny, pack:git, extended by the project policy)');
  });

  it('says plainly when the policy has changed, and what would differ', async () => {
    const here = lab(POLICY);
    await here.hook(bash('deploy all'));
    here.write('.hookctl/policy.yaml', POLICY.replace('No deploys.', 'No deploys, please.'));
    const reworded = (await why(here, 'last')).stdout;
    expect(reworded).toMatch(/policy {5}[0-9a-z]{14} \(changed since\)/);
    expect(reworded).toContain('The answer would be the same today, though the policy has changed since.');
    here.write('.hookctl/policy.yaml', POLICY.replace('deny:', 'ask:'));
    expect((await why(here, 'last')).stdout).toContain(
      'The answer would differ today: ask instead of deny, no longer no-deploy (deny), now no-deploy (ask) (the policy has changed since).',
    );
    expect(await replayed(here, 'last')).toMatchObject({
      replay: { verdict: 'ask', same: false, policyChanged: true, approximate: false },
    });
  });

  it('the session is as it was before that decision, not as it is now', async () => {
    const here = lab(POLICY);
    for (let i = 0; i < 5; i++) await here.hook(edited(`${here.project}/a.ts`, { tool_use_id: `call-${i}` }));
    const ids = here.audit().map(({ id, verdict }) => [id, verdict] as const);
    expect(ids.map(([, verdict]) => verdict)).toEqual(['none', 'none', 'warn', 'warn', 'warn']);
    const [second, third, fifth] = await Promise.all([1, 2, 4].map((at) => replayed(here, ids[at]?.[0] ?? '')));
    expect(second?.replay).toMatchObject({ verdict: 'none', same: true, hits: [] });
    expect(third?.replay).toMatchObject({
      verdict: 'warn',
      same: true,
      hits: [{ text: expect.stringContaining('edited 3 times') }],
    });
    expect(fifth?.replay).toMatchObject({ hits: [{ text: expect.stringContaining('edited 5 times') }] });
  });

  it('a memory that is gone is told where it matters', async () => {
    const here = lab(POLICY);
    for (let i = 0; i < 3; i++) await here.hook(edited(`${here.project}/a.ts`));
    rmSync(join(here.state, 'sessions'), { recursive: true });
    expect((await replayed(here, 'last')).replay).toMatchObject({
      same: false,
      policyChanged: false,
      approximate: true,
      doubts: ['What the session had done before is no longer known.'],
    });
  });

  it('the time is that of the decision', async () => {
    const here = lab(POLICY.replace('runs: deploy', 'runs: deploy, time: "00:00-24:00 UTC"'));
    await here.hook(bash('deploy all'));
    // The day of the week of the record, not of today.
    const record = here.audit()[0];
    const sunday = '2026-11-15T12:00:00.000Z';
    appendLines(segment(here.state, 50), [{ ...(record ?? auditLineOf()), id: 'sunday-1', time: sunday }]);
    here.write('.hookctl/policy.yaml', POLICY.replace('runs: deploy', 'runs: deploy, time: "sun 11:00-13:00 UTC"'));
    expect((await replayed(here, 'sunday-1')).replay).toMatchObject({ verdict: 'deny' });
    here.write('.hookctl/policy.yaml', POLICY.replace('runs: deploy', 'runs: deploy, time: "mon-sat UTC"'));
    expect((await replayed(here, 'sunday-1')).replay).toMatchObject({ verdict: 'none' });
  });

  it('a payload that was shortened or masked makes the answer approximate', async () => {
    const here = lab(POLICY);
    await here.hook({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: `deploy ${'x'.repeat(50_000)}` },
    });
    expect((await why(here, 'last')).stdout).toContain(
      'Only an approximation: The stored payload was shortened or had secrets masked.',
    );
    expect((await replayed(here, 'last')).replay).toMatchObject({ verdict: 'deny', approximate: true });
  });

  it('the mode of that time counts', async () => {
    const here = lab(POLICY);
    await here.hook(bash('deploy all'), { env: { HOOKCTL_MODE: 'observe' } });
    const { stdout } = await why(here, 'last');
    expect(stdout).toContain('  mode       observe (HOOKCTL_MODE)');
    expect(stdout).toContain('no-deploy (deny, came to observe, mode observe, project policy)');
    expect(stdout).toContain('The answer would be the same today.');
  });

  it.each<[string, object, string]>([
    ['a line without payload', { payload: null }, 'its payload is not on record'],
    ['an unknown agent', { agent: 'wibble', payload: {} }, 'there is no adapter for the agent "wibble"'],
    ['a payload that is none', { payload: { a: 1 }, nativeEvent: '' }, 'its payload cannot be read any more: '],
  ])('%s cannot be judged again, and says so', async (_, changes, problem) => {
    const here = lab(POLICY);
    appendLines(segment(here.state, 1), [
      auditLineOf({ verdict: 'deny', hits: [hitOf()], project: here.project, ...changes }),
    ]);
    const { stdout, exitCode } = await why(here, 'last');
    expect({ exitCode, told: stdout.includes(`  not possible: ${problem}`) }).toEqual({ exitCode: 0, told: true });
    expect(await replayed(here, 'last')).toMatchObject({ replay: null, problem: expect.stringContaining(problem) });
  });

  it('a policy with errors is named', async () => {
    const here = lab(POLICY);
    await here.hook(bash('deploy all'));
    const file = here.write('.hookctl/policy.yaml', 'policy: 1\nrulez: {}\n');
    expect((await why(here, 'last')).stdout).toContain(
      `not possible: the policy in force now has errors:\n${file}:2:1: error: `,
    );
  });

  it('a project that is gone is told', async () => {
    const here = lab(POLICY);
    await here.hook(bash('deploy all'));
    rmSync(here.project, { recursive: true });
    expect((await replayed(here, 'last')).replay).toMatchObject({
      same: false,
      doubts: [`The project ${here.project} is no longer there.`],
    });
  });

  describe('which decision', () => {
    const trail = () => {
      const here = lab(POLICY);
      const at = (second: number) => ({ time: new Date(Date.UTC(2026, 10, 15, 12, 0, second)).toISOString() });
      appendLines(segment(here.state, 1), [
        auditLineOf({ id: 'abc-1', ...at(1), verdict: 'deny', hits: [hitOf()] }),
        auditLineOf({ id: 'abd-2', ...at(2), verdict: 'ask', hits: [hitOf({ verb: 'ask', effective: 'ask' })] }),
        auditLineOf({ id: 'abd-22', ...at(3), verdict: 'none' }),
      ]);
      return here;
    };
    it.each<[string[], string]>([
      [['last'], 'abd-2'],
      [['last', 'deny'], 'abc-1'],
      [['last', 'none'], 'abd-22'],
      [['abc'], 'abc-1'],
      [['abd-2'], 'abd-2'],
      [['abd-22'], 'abd-22'],
    ])('%j', async (args, id) => {
      expect((await replayed(trail(), ...args)).record.id).toBe(id);
    });

    it.each<[string[], number, RegExp]>([
      [['ab'], 1, /^hookctl why: more than one id starts like this:\n.*abc-1\n.*abd-2\n.*abd-22\n$/],
      [['x'], 1, /^hookctl why: no decision "x" is on record; hookctl log lists them\n$/],
      [['last', 'warn'], 1, /^hookctl why: no warn is on record\n$/],
      [['last', 'denny'], 2, /there is no verdict "denny" \(did you mean "deny"\?\)/],
      [['abc', 'deny'], 2, /unexpected argument "deny"/],
      [[], 2, /ID is missing/],
    ])('%j', async (args, exitCode, stderr) => {
      expect(await why(trail(), ...args)).toEqual({ stdout: '', stderr: expect.stringMatching(stderr), exitCode });
    });
  });
});
