import { expect, it } from 'vitest';
import { adapterNames } from '../../src/adapters/index.ts';
import { lab } from '../support/dispatcher.ts';
import { bash, STOP } from '../support/payloads.ts';

const POLICY = `policy: 1
rules:
  no-prod: { before: run, when: { runs: deploy prod }, deny: "No deploys to prod.", locked: true }
  confirm-deploy: { before: run, when: { runs: deploy }, ask: "Deploy?" }
  fine: { before: run, when: { runs: git status }, allow: "reads only" }
  hint: { before: run, when: { runs: make }, warn: "make is slow here" }
  branch: { at: session-start, inject: "Sources live in src/." }
  never-stop: { at: stop, deny: "Not yet." }
  secret-prompt: { at: prompt, when: { prompt: /password/ }, deny: "No passwords in prompts." }
`;

const pre = (permissionDecision: string, permissionDecisionReason: string) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
});

const USAGE = `usage: dispatcher [--agent NAME] [--event NAME] [--if-missing TEXT]   (the hook's payload, as JSON, on stdin)
       dispatcher --statusline   (what the agent gives a status line, as JSON, on stdin)
       dispatcher --version | --help
`;

interface Golden {
  name: string;
  stdin: object | string;
  args?: string[];
  env?: Record<string, string>;
  stdout: object | '';
  stderr?: string;
  exitCode?: number;
}

const GOLDEN: Golden[] = [
  { name: 'deny', stdin: bash('deploy prod'), stdout: pre('deny', 'No deploys to prod. [no-prod]') },
  { name: 'ask', stdin: bash('deploy staging'), stdout: pre('ask', 'Deploy? [confirm-deploy]') },
  { name: 'allow', stdin: bash('git status'), stdout: pre('allow', 'reads only [fine]') },
  {
    name: 'warn',
    stdin: bash('make'),
    stdout: {
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'make is slow here [hint]' },
      systemMessage: 'make is slow here [hint]',
    },
  },
  { name: 'no opinion is silence', stdin: bash('ls -la'), stdout: '' },
  {
    name: 'inject',
    stdin: { hook_event_name: 'SessionStart', source: 'startup' },
    stdout: { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'Sources live in src/.' } },
  },
  { name: 'stop', stdin: STOP, stdout: { decision: 'block', reason: 'Not yet. [never-stop]' } },
  {
    name: 'prompt',
    stdin: { hook_event_name: 'UserPromptSubmit', prompt: 'my password is x' },
    stdout: { decision: 'block', reason: 'No passwords in prompts. [secret-prompt]' },
  },
  {
    name: 'the event is inferred from the fields',
    stdin: { tool_name: 'Bash', tool_input: { command: 'deploy prod' } },
    stdout: pre('deny', 'No deploys to prod. [no-prod]'),
  },
  {
    name: 'the event is given on the command line',
    stdin: { tool_name: 'Bash', tool_input: { command: 'deploy prod' } },
    args: ['--event', 'PreToolUse', '--agent=claude-code'],
    stdout: pre('deny', 'No deploys to prod. [no-prod]'),
  },
  {
    name: 'unknown fields, tools and modes break nothing',
    stdin: bash('deploy prod', { permission_mode: 'next-year', novelty: { deep: [1] }, effort: 3 }),
    stdout: pre('deny', 'No deploys to prod. [no-prod]'),
  },
  {
    name: 'an unknown tool',
    stdin: { hook_event_name: 'PreToolUse', tool_name: 'Telepathy', tool_input: {} },
    stdout: '',
  },
  { name: 'an unknown event without a tool', stdin: { hook_event_name: 'Dreaming' }, stdout: '' },
  {
    name: 'an unknown event with a tool is judged as a call, and refused in every form',
    stdin: { hook_event_name: 'DuringToolUse', tool_name: 'Bash', tool_input: { command: 'deploy prod' } },
    ...refusedInEveryForm('No deploys to prod. [no-prod]'),
  },
  {
    name: "a call that is about to run, under another agent's name of the event, is judged",
    stdin: { hook_event_name: 'BeforeToolUse', tool_name: 'Bash', tool_input: { command: 'deploy prod' } },
    ...refusedInEveryForm('No deploys to prod. [no-prod]'),
  },
  {
    name: 'HOOKCTL_MODE=warn turns a refusal into a warning',
    stdin: bash('deploy prod'),
    env: { HOOKCTL_MODE: 'warn' },
    stdout: {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        additionalContext: 'Deploy? [confirm-deploy]\nNo deploys to prod. [no-prod]',
      },
      systemMessage: 'Deploy? [confirm-deploy]\nNo deploys to prod. [no-prod]',
    },
  },
  { name: 'HOOKCTL_MODE=observe only logs', stdin: bash('deploy prod'), env: { HOOKCTL_MODE: 'observe' }, stdout: '' },
  {
    name: 'a mistyped HOOKCTL_MODE does not switch enforcement off, and is told',
    stdin: bash('deploy prod'),
    env: { HOOKCTL_MODE: 'off' },
    stdout: {
      ...pre('deny', 'No deploys to prod. [no-prod]'),
      systemMessage: 'hookctl: HOOKCTL_MODE="off" is not enforce, warn or observe; it was ignored.',
    },
  },
  {
    name: 'an argument too many',
    stdin: bash('ls'),
    args: ['extra-arg'],
    stdout: '',
    stderr: `dispatcher: unexpected argument "extra-arg"\n${USAGE}`,
    exitCode: 2,
  },
  {
    name: 'an option without its value',
    stdin: bash('ls'),
    args: ['--event'],
    stdout: '',
    stderr: `dispatcher: --event needs a value\n${USAGE}`,
    exitCode: 2,
  },
  {
    name: 'an agent nobody knows',
    stdin: bash('ls'),
    args: ['--agent', 'hal'],
    stdout: '',
    stderr: `dispatcher: no agent "hal"; known: ${adapterNames().join(', ')}\n${USAGE}`,
    exitCode: 2,
  },
];

it.each(GOLDEN)('$name', async ({ stdin, args = [], env = {}, stdout, stderr = '', exitCode = 0 }) => {
  const ran = await lab(POLICY).hook(stdin, { args, env });
  expect(ran).toEqual({
    stdout: stdout === '' ? '' : `${JSON.stringify(stdout)}\n`,
    stderr,
    exitCode,
  });
});

/** As an agent that hookctl does not know is refused. */
function refusedInEveryForm(reason: string): { stdout: object; stderr: string; exitCode: number } {
  const nested = pre('deny', reason);
  const stdout = {
    decision: 'block',
    reason,
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
    permission: 'deny',
    user_message: reason,
    agent_message: reason,
    cancel: true,
    errorMessage: reason,
    ...nested,
  };
  return { stdout, stderr: `${reason}\n`, exitCode: 2 };
}
