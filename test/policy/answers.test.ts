import { describe, expect, test } from 'vitest';
import { buildPolicy, formatProblem, untestedRules } from '../../src/policy/index.ts';
import { memoryHost } from './host.ts';
import { bash } from '../support/payloads.ts';

/** Every verb at every moment it may have, down to the bytes on stdout. */
const BASH = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't1' };
const code = 'If this is wanted, a person can permit it once: hookctl allow-once';

const TABLE: [moment: string, verb: string, payload: Record<string, unknown>, output: unknown][] = [
  [
    'before: run',
    'deny',
    { hook_event_name: 'PreToolUse', ...BASH },
    {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringMatching(new RegExp(`^No\\. \\[r\\]\\n${code} [0-9A-Z]{6}$`)),
      },
    },
  ],
  [
    'before: run',
    'ask',
    { hook_event_name: 'PreToolUse', ...BASH },
    {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'ask',
        permissionDecisionReason: 'No. [r]',
      },
    },
  ],
  [
    'before: run',
    'allow',
    { hook_event_name: 'PreToolUse', ...BASH },
    {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        permissionDecisionReason: 'No. [r]',
      },
    },
  ],
  [
    'before: run',
    'warn',
    { hook_event_name: 'PreToolUse', ...BASH },
    { hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'No. [r]' }, systemMessage: 'No. [r]' },
  ],
  [
    'before: run',
    'inject',
    { hook_event_name: 'PreToolUse', ...BASH },
    { hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'No.' } },
  ],
  [
    'after: run',
    'deny',
    { hook_event_name: 'PostToolUse', ...BASH, tool_response: {} },
    { decision: 'block', reason: 'No. [r]' },
  ],
  [
    'after: run',
    'deny',
    { hook_event_name: 'PostToolUseFailure', ...BASH, error: 'Exit code 1' },
    { decision: 'block', reason: 'No. [r]' },
  ],
  [
    'after: run',
    'warn',
    { hook_event_name: 'PostToolUse', ...BASH, tool_response: {} },
    { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'No. [r]' }, systemMessage: 'No. [r]' },
  ],
  [
    'after: run',
    'inject',
    { hook_event_name: 'PostToolUseFailure', ...BASH, error: 'x' },
    { hookSpecificOutput: { hookEventName: 'PostToolUseFailure', additionalContext: 'No.' } },
  ],
  ['at: stop', 'deny', { hook_event_name: 'Stop', stop_hook_active: false }, { decision: 'block', reason: 'No. [r]' }],
  ['at: stop', 'warn', { hook_event_name: 'Stop', stop_hook_active: false }, { systemMessage: 'No. [r]' }],
  [
    'at: subagent-stop',
    'deny',
    { hook_event_name: 'SubagentStop', agent_id: 'a' },
    { decision: 'block', reason: 'No. [r]' },
  ],
  ['at: subagent-stop', 'warn', { hook_event_name: 'SubagentStop', agent_id: 'a' }, { systemMessage: 'No. [r]' }],
  [
    'at: prompt',
    'deny',
    { hook_event_name: 'UserPromptSubmit', prompt: 'x' },
    { decision: 'block', reason: 'No. [r]' },
  ],
  [
    'at: prompt',
    'warn',
    { hook_event_name: 'UserPromptSubmit', prompt: 'x' },
    {
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'No. [r]' },
      systemMessage: 'No. [r]',
    },
  ],
  [
    'at: prompt',
    'inject',
    { hook_event_name: 'UserPromptSubmit', prompt: 'x' },
    { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'No.' } },
  ],
  [
    'at: session-start',
    'warn',
    { hook_event_name: 'SessionStart', source: 'startup' },
    { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'No. [r]' }, systemMessage: 'No. [r]' },
  ],
  [
    'at: session-start',
    'inject',
    { hook_event_name: 'SessionStart', source: 'startup' },
    { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'No.' } },
  ],
  ['at: session-end', 'warn', { hook_event_name: 'SessionEnd', reason: 'other' }, { systemMessage: 'No. [r]' }],
  ['at: compact', 'deny', { hook_event_name: 'PreCompact', trigger: 'auto' }, { decision: 'block', reason: 'No. [r]' }],
  [
    'at: config-change',
    'deny',
    { hook_event_name: 'ConfigChange', source: 'user_settings' },
    { decision: 'block', reason: 'No. [r]' },
  ],
  [
    'at: permission-request',
    'deny',
    { hook_event_name: 'PermissionRequest', ...BASH },
    { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message: 'No. [r]' } } },
  ],
  [
    'at: permission-request',
    'allow',
    { hook_event_name: 'PermissionRequest', ...BASH },
    { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } },
  ],
  [
    'at: subagent-start',
    'inject',
    { hook_event_name: 'SubagentStart', agent_id: 'a' },
    { hookSpecificOutput: { hookEventName: 'SubagentStart', additionalContext: 'No.' } },
  ],
  ['at: TaskCompleted', 'warn', { hook_event_name: 'TaskCompleted', task_id: '1' }, { systemMessage: 'No. [r]' }],
];

test.each(TABLE)('%s %s', (moment, verb, payload, output) => {
  const host = memoryHost(`policy: 1\nrules:\n  r: { ${moment}, ${verb}: "No." }\n`);
  expect(host.answer(payload)).toEqual(output);
  expect(host.send(payload).output).toMatch(/^\{.*\}\n$/);
});

describe('aggregation', () => {
  const policy = `policy: 1
rules:
  z-deny: { before: run, when: { runs: rm }, deny: "Z {command}", fix: "Use trash." }
  a-deny: { before: write, deny: "A {path}" }
  ask: { before: run, ask: "Ask" }
  allow: { before: Bash, allow: "Fine" }
  warn: { before: run, warn: "Careful" }
  inject: { before: any, inject: "Note" }
`;
  test('the strictest verb decides, its reasons are joined, warnings come along', () => {
    expect(memoryHost(policy).answer(bash('rm a'))).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringMatching(/^A a \[a-deny\]\nZ `rm a` Use trash\. \[z-deny\]\nIf this/),
        additionalContext: 'Careful [warn]\nNote',
      },
      systemMessage: 'Careful [warn]',
    });
  });
  test('ask beats allow', () => {
    expect(memoryHost(policy).answer(bash('ls'))).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'ask', permissionDecisionReason: 'Ask [ask]' },
    });
  });
  test('modes: warn turns deny and ask into warnings, observe only logs', () => {
    expect(memoryHost(policy, { mode: 'warn' }).answer(bash('rm a'))).toMatchObject({
      hookSpecificOutput: { additionalContext: expect.stringContaining('Z `rm a`') },
    });
    const observed = memoryHost(policy, { mode: 'observe' });
    expect(observed.answer(bash('rm a'))).toBe(null);
    expect(observed.audit[0]?.hits.map((hit) => [hit.rule, hit.verb, hit.effective])).toContainEqual([
      'z-deny',
      'deny',
      'observe',
    ]);
  });
});

test('silence is silence', () => {
  const host = memoryHost('policy: 1\nrules:\n  r: { before: run, when: { runs: rm }, deny: x }\n');
  expect(
    host.send({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls -la' } }).output,
  ).toBe('');
});

test('a payload without an event name', () => {
  const host = memoryHost('policy: 1\nrules:\n  r: { before: run, when: { via: redirect }, ask: "x" }\n');
  expect(host.answer('{"tool_name":"Bash","tool_input":{"command":"cat > test.sh"}}')).toMatchObject({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' },
  });
});

test('a known tool with missing fields is asked about, an unknown tool is not', () => {
  const host = memoryHost('policy: 1\nrules:\n  r: { before: write, when: { path: .env }, deny: x }\n');
  const call = (tool_name: string, tool_input: unknown) =>
    host.answer({ hook_event_name: 'PreToolUse', tool_name, tool_input });
  expect(call('Edit', {})).toMatchObject({
    hookSpecificOutput: {
      permissionDecision: 'ask',
      permissionDecisionReason: expect.stringContaining('"file_path" is missing'),
    },
  });
  expect(call('Bash', { command: 7 })).toMatchObject({ hookSpecificOutput: { permissionDecision: 'ask' } });
  expect(call('BrandNewTool', { x: 1 })).toBe(null);
});

test('rules without examples are named', () => {
  const text =
    'policy: 1\nrules:\n  a: { before: run, deny: x }\n  b: { before: run, deny: x, tests: [{ deny: [ls] }] }\n  c: { before: run, when: { runs: rm }, deny: x, tests: [{ deny: [rm a], pass: [ls] }] }\n';
  const built = buildPolicy({ sources: [{ file: 'p', layer: 'project', text }] });
  expect(untestedRules(built).map(formatProblem)).toEqual([
    'p:3:3: warning: rule "a" has no test at all',
    'p:4:3: warning: rule "b" has no test that must not fire',
  ]);
});
