import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { policyOf } from '../packs/judge-command.ts';
import { judgeBash } from './support/judge-call.ts';

const PACKS = ['self-protection', 'recommended'].map(policyOf);

/** An agent, how it is started to do something, and what takes its guard away. */
const AGENTS: readonly { start: string; flags: readonly string[]; variables: readonly string[] }[] = [
  {
    start: 'claude -p hi',
    flags: [
      `--settings '{"disableAllHooks":true}'`,
      '--settings=/tmp/s.json',
      '--dangerously-skip-permissions',
      '--permission-mode bypassPermissions',
      '--permission-mode=bypassPermissions',
      '--bare',
      '--setting-sources ""',
      '--setting-sources user',
    ],
    variables: ['CLAUDE_CONFIG_DIR', 'HOME', 'XDG_CONFIG_HOME'],
  },
  {
    start: 'codex exec hi',
    flags: [
      '--dangerously-bypass-approvals-and-sandbox',
      '--dangerously-bypass-hook-trust',
      '--yolo',
      '-c hooks.enabled=false',
      '-c features.hooks=false',
      '--disable hooks',
    ],
    variables: ['CODEX_HOME', 'HOME'],
  },
  {
    start: 'gemini -p hi',
    flags: ['--yolo', '-y', '--approval-mode yolo', '--approval-mode=yolo'],
    variables: ['HOME'],
  },
  { start: 'qwen -p hi', flags: ['--yolo', '-y', '--bare', '--safe-mode'], variables: ['HOME'] },
  { start: 'copilot -p hi', flags: ['--allow-all-tools', '--allow-all', '--yolo'], variables: ['COPILOT_HOME'] },
  { start: 'cursor-agent -p hi', flags: ['--force', '-f'], variables: ['HOME'] },
  { start: 'opencode run hi', flags: ['--pure'], variables: ['OPENCODE_CONFIG', 'OPENCODE_PURE', 'XDG_CONFIG_HOME'] },
  { start: 'droid exec hi', flags: ['--skip-permissions-unsafe'], variables: ['HOME'] },
  { start: 'amp -x hi', flags: ['--dangerously-allow-all'], variables: ['HOME'] },
];

const WITHOUT: fc.Arbitrary<string> = fc.constantFrom(
  ...AGENTS.flatMap(({ start, flags, variables }) => [
    ...flags.map((flag) => `${start} ${flag}`),
    ...variables.flatMap((name) => [
      `${name}=/tmp/x ${start}`,
      `env ${name}=/tmp/x ${start}`,
      `export ${name}=/tmp/x; ${start}`,
    ]),
    `env -i ${start}`,
    `env -i PATH=/usr/bin ${start}`,
  ]),
);
const AROUND: fc.Arbitrary<(command: string) => string> = fc.constantFrom(
  (command: string) => command,
  (command) => `cd src && ${command}`,
  (command) => `timeout 60 ${command}`.replace(/^timeout 60 ((?:export|[A-Z_]+=).*)$/, '$1'),
  (command) => `(${command})`,
  (command) => `echo go; ${command} > out.txt`,
);

describe('an agent that starts another one without its hooks', () => {
  test('is asked about', () => {
    fc.assert(
      fc.property(WITHOUT, AROUND, (command, around) => {
        const verdicts = PACKS.map((policy) => judgeBash(policy, around(command)).verdict);
        expect([around(command), ...verdicts]).toEqual([around(command), 'ask', 'ask']);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ...AGENTS.map(({ start }) => start),
    'claude --version',
    'claude --help',
    'claude mcp list',
    'claude doctor',
    'claude plugin list',
    'claude -p "what does --dangerously-skip-permissions do"',
    'git diff | claude -p "review this"',
    'codex --version',
    'codex exec -m gpt-5 "explain"',
    'gemini --help',
    'opencode models',
    'grep -rn -- --yolo docs',
    'HOME=/tmp/x npm test',
    'echo "CLAUDE_CONFIG_DIR=/tmp/x claude"',
  ])('%s is silent', (command) => {
    expect(PACKS.map((policy) => judgeBash(policy, command).verdict)).toEqual(['none', 'none']);
  });
});
