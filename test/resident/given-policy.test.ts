import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type * as Library from '../../src/index.ts';
import { lab } from '../support/dispatcher.ts';
import { ROOT } from '../support/hookctl.ts';

/** As somebody gets it who imports `hookctl`. */
const { createJudge, judge, PolicyError, policyHook, policyHooks } = (await import(
  join(ROOT, 'dist/index.mjs')
)) as typeof Library;

const TEXT = `policy: 1
rules:
  no-deploy:
    before: run
    when: { runs: deploy }
    deny: 'No deploys.'
`;

const RULES: Library.PolicyInput = {
  policy: 1,
  rules: { 'no-deploy': { before: 'run', when: { runs: 'deploy' }, deny: 'No deploys.' } },
};

const bash = (command: string) => ({
  hook_event_name: 'PreToolUse',
  session_id: 's1',
  tool_name: 'Bash',
  tool_input: { command },
});

/** The decision on a command, by a hook with this policy in a project whose own policy denies `ls`. */
function decisions(policy: Library.PolicyInput | undefined, files: Record<string, string> = {}) {
  const here = lab("policy: 1\nrules:\n  no-ls: { before: run, when: { runs: ls }, deny: 'no' }\n");
  for (const [name, text] of Object.entries(files)) here.write(name, text);
  const decide = policyHook({ ...(policy === undefined ? {} : { policy }), projectDir: here.project, env: here.env });
  return (command: string): string => {
    const specific = decide(bash(command)).hookSpecificOutput;
    return specific?.hookEventName === 'PreToolUse' ? (specific.permissionDecision ?? 'none') : 'none';
  };
}

describe('policyHook({ policy }) takes the place of the project’s policy', () => {
  it.each<[string, Library.PolicyInput, Record<string, string>]>([
    ['a text', TEXT, {}],
    ['an object', RULES, {}],
    ['a path, relative to the project', 'rules/agent.yaml', { 'rules/agent.yaml': TEXT }],
    [
      'a text that extends a file of the project',
      'policy: 1\nextends: [./rules/agent.yaml]\n',
      { 'rules/agent.yaml': TEXT },
    ],
  ])('%s', (_, policy, files) => {
    const decisionOn = decisions(policy, files);
    expect([decisionOn('deploy web'), decisionOn('ls')]).toEqual(['deny', 'none']);
  });

  it('a pack', () => {
    const decisionOn = decisions('pack:git');
    expect([decisionOn('git push -f origin main'), decisionOn('ls')]).toEqual(['deny', 'none']);
  });

  it('without it, the project’s own is in force', () => {
    const decisionOn = decisions(undefined);
    expect([decisionOn('deploy web'), decisionOn('ls')]).toEqual(['none', 'deny']);
  });

  it('remembers the session, and puts every event on record', async () => {
    const here = lab();
    const policy = `policy: 1
checks: { tests: { runs: npm test } }
rules:
  gate: { at: stop, when: { unchecked: { files: 'src/**', by: tests } }, deny: 'Run the tests.' }
`;
    const decide = policyHook({ policy, projectDir: here.project, env: here.env });
    const say = (event: string, more: object) => decide({ hook_event_name: event, session_id: 's1', ...more });
    const edit = { tool_name: 'Edit', tool_input: { file_path: 'src/a.ts' }, tool_response: {}, tool_use_id: '1' };
    const test = {
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_response: { stdout: '' },
      tool_use_id: '2',
    };
    expect(say('Stop', {})).toEqual({});
    expect(say('PostToolUse', edit)).toEqual({});
    expect(say('Stop', {})).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('Run the tests.') as string,
    });
    expect(say('PostToolUse', test)).toEqual({});
    expect(say('Stop', {})).toEqual({});
    await vi.waitFor(() => expect(here.audit()).toHaveLength(5));
  });

  it('a file that changes is read again', async () => {
    const here = lab();
    const path = here.write('agent.yaml', TEXT);
    const decide = policyHook({ policy: path, projectDir: here.project, env: here.env });
    expect(decide(bash('deploy web')).hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
    writeFileSync(path, TEXT.replace('deny:', 'ask:'));
    await vi.waitFor(() =>
      expect(decide(bash('deploy web')).hookSpecificOutput).toMatchObject({ permissionDecision: 'ask' }),
    );
  });

  it('a file that a given text extends is read again', async () => {
    const here = lab();
    const path = here.write('more.yaml', TEXT);
    const decide = policyHook({ policy: 'policy: 1\nextends: ./more.yaml\n', projectDir: here.project, env: here.env });
    expect(decide(bash('deploy web')).hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
    writeFileSync(path, TEXT.replace('deny:', 'ask:'));
    await vi.waitFor(() =>
      expect(decide(bash('deploy web')).hookSpecificOutput).toMatchObject({ permissionDecision: 'ask' }),
    );
  });

  it('policyHooks is the option of the Agent SDK, with the same policy', async () => {
    const here = lab();
    const hooks = policyHooks({ policy: RULES, projectDir: here.project, env: here.env });
    const callback = hooks.PreToolUse[0]?.hooks[0] ?? expect.unreachable();
    const answer = await callback(bash('deploy web'), undefined, { signal: AbortSignal.timeout(1000) });
    expect(answer).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringContaining('No deploys. [no-deploy]') as string,
      },
    });
  });
});

describe('a policy that cannot be used is an error at once', () => {
  const broken = TEXT.replace('runs: deploy', 'runz: deploy');
  it.each<[string, Library.PolicyInput, string]>([
    ['a text with an error', broken, '<policy>:5:13: error: unknown condition "runz" (did you mean "runs"?)'],
    ['an object with an error', { policy: 1, rules: { a: { before: 'run', deny: '{comand}' } } }, '<policy>:1:'],
    ['no such file', 'nothing.yaml', '/nothing.yaml:1:1: error: there is no such file'],
    ['no such pack', 'pack:nothing', 'pack:nothing:1:1: error: there is no pack "nothing"'],
  ])('%s', (_, policy, words) => {
    const { project, env } = lab();
    for (const use of [
      () => policyHook({ policy, projectDir: project, env }),
      () => createJudge({ policy, projectDir: project, env }),
    ]) {
      expect(use).toThrow(PolicyError);
      expect(use).toThrow(words);
    }
  });
});

describe('judge', () => {
  it('says what a policy says of a command, and what the command would do', () => {
    const { project, env } = lab();
    expect(judge('deploy web > out.log', { policy: TEXT, projectDir: project, env })).toEqual({
      verdict: 'deny',
      reason: 'No deploys. [no-deploy]',
      rules: ['no-deploy'],
      uncertain: false,
      effects: { runs: ['deploy'], writes: [join(project, 'out.log')], deletes: [], reads: [] },
    });
  });

  it.each([
    ['passes', 'ls', 'pass'],
    ['asks', 'terraform destroy', 'ask'],
    ['denies', 'git push -f origin main', 'deny'],
    ['is uncertain about nothing here', 'git status', 'pass'],
  ])('%s', (_, command, verdict) => {
    const { project, env } = lab();
    expect(judge(command, { policy: 'pack:recommended', projectDir: project, env }).verdict).toBe(verdict);
  });

  it('takes a tool call, or a whole payload', () => {
    const { project, env } = lab();
    const judgeCall = createJudge({
      policy: "policy: 1\nrules:\n  no-env: { before: write, when: { path: .env }, ask: '{path}?' }\n",
      projectDir: project,
      env,
    });
    const call = { tool_name: 'Edit', tool_input: { file_path: '.env' } };
    expect(judgeCall(call)).toMatchObject({
      verdict: 'ask',
      reason: '.env? [no-env]',
      effects: { writes: [join(project, '.env')] },
    });
    expect(
      judgeCall({ ...call, hook_event_name: 'PreToolUse', session_id: 's', cwd: join(project, 'src') }).verdict,
    ).toBe('pass');
  });

  it('without a policy, what is in force in the project decides; nothing is remembered or recorded', () => {
    const here = lab("policy: 1\nrules:\n  no-ls: { before: run, when: { runs: ls }, warn: 'Use find.' }\n");
    expect(judge('ls', { projectDir: here.project, env: here.env })).toMatchObject({
      verdict: 'warn',
      reason: 'Use find. [no-ls]',
      rules: ['no-ls'],
    });
    expect(existsSync(here.state)).toBe(false);
  });
});
