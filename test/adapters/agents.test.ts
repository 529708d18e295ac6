import { describe, expect, it } from 'vitest';
import type { Action } from '../../src/protocol/agent-event.ts';
import { buildPolicy, fromArtefact, judgeEvent, simulatedWorld } from '../../src/policy/index.ts';
import { createSession } from '../../src/session/session.ts';
import { judgeCall } from '../support/judge-call.ts';
import { decoded, recognised } from './fixtures.ts';

const codex = { hook_event_name: 'PreToolUse', turn_id: 't', model: 'm', session_id: 's', cwd: '/project' };
const copied = { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/project', tool_name: 'Bash' };
const ls = { command: 'ls' };

describe('which agent is it', () => {
  it.each<[string, object, Record<string, string>, string | null, string]>([
    [
      'a payload that could be from several, with a variable',
      { ...copied, tool_input: ls },
      { FACTORY_PROJECT_DIR: '/p' },
      null,
      'droid',
    ],
    ['the same, with nothing', { ...copied, tool_input: ls }, {}, null, 'claude-code'],
    ['the same, with --agent', { ...copied, tool_input: ls }, {}, 'qoder', 'qoder'],
    ['Copilot, by its variable', { ...copied, tool_input: ls }, { COPILOT_CLI: '1' }, 'claude-code', 'copilot'],
    [
      "Claude Code in another agent's shell",
      { ...copied, tool_input: ls, transcript_path: '/home/user/.claude/projects/p/s.jsonl' },
      { COPILOT_CLI: '1', GEMINI_SESSION_ID: 'x' },
      null,
      'claude-code',
    ],
    ['the payload beats --agent', { ...codex, tool_name: 'Bash', tool_input: ls }, {}, 'claude-code', 'codex'],
    [
      'a plugin of two agents',
      { hook: 'tool.execute.before', input: { tool: 'bash' }, output: { args: ls } },
      {},
      'kilo',
      'kilo',
    ],
    [
      'the same, without --agent',
      { hook: 'tool.execute.before', input: { tool: 'bash' }, output: { args: ls } },
      {},
      null,
      'opencode',
    ],
    ['nobody', { what: 1 }, {}, 'claude-code', 'unknown'],
  ])('%s', (_, payload, env, hint, name) => {
    expect(recognised(payload, env, hint).name).toBe(name);
  });
});

const LOCKED = 'policy: 1\nrules:\n  lock: { before: write, when: { path: "**/locked/**" }, deny: locked }\n';

function judgeCommand(command: string): string {
  const { artefact } = buildPolicy({ sources: [{ file: 'policy.yaml', layer: 'project', text: LOCKED }] });
  if (artefact === null) throw new Error('the policy has errors');
  return judgeCall(fromArtefact(artefact), { tool: 'Bash', input: { command } }).verdict;
}

const actionsOf = (payload: object): Action[] => decoded(payload).actions;

it('Codex: a patch of several files, a text typed into a program, an own directory', () => {
  const patch = '*** Begin Patch\n*** Delete File: a.txt\n*** Add File: b.txt\n+x\n*** End Patch';
  expect(actionsOf({ ...codex, tool_name: 'apply_patch', tool_input: { command: patch } })).toEqual([
    { kind: 'file', op: 'delete', path: '/project/a.txt' },
    { kind: 'file', op: 'create', path: '/project/b.txt', newText: 'x\n' },
  ]);
  expect(actionsOf({ ...codex, tool_name: 'write_stdin', tool_input: { session_id: 3, chars: 'ls\n' } })).toEqual([
    { kind: 'exec', command: 'ls\n', cwd: '/project', shell: 'other' },
  ]);
  expect(actionsOf({ ...codex, tool_name: 'exec_command', tool_input: { cmd: 'ls', workdir: 'sub' } })).toEqual([
    { kind: 'exec', command: 'ls', cwd: '/project/sub', shell: 'bash' },
  ]);
  const unread = decoded({ ...codex, tool_name: 'apply_patch', tool_input: { command: 'no patch' } });
  expect([unread.unparsed === null, unread.actions]).toEqual([false, []]);
});

it('a patch in a here-document of the shell is read as well', () => {
  expect(
    judgeCommand("apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: locked/a.txt\n+x\n*** End Patch\nEOF"),
  ).toBe('deny');
  expect(
    judgeCommand(
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: locked/a.ts\n*** End Patch\nEOF",
    ),
  ).toBe('deny');
  expect(judgeCommand("apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.ts\n+x\n*** End Patch\nEOF")).toBe(
    'none',
  );
});

it('Gemini and Qwen: the directory and the background of a command', () => {
  const gemini = { hook_event_name: 'BeforeTool', session_id: 's', cwd: '/project', tool_name: 'run_shell_command' };
  expect(actionsOf({ ...gemini, tool_input: { command: 'ls', dir_path: 'sub', is_background: true } })).toEqual([
    { kind: 'exec', command: 'ls', cwd: '/project/sub', shell: 'bash', background: true },
  ]);
  const qwen = { ...copied, tool_name: 'run_shell_command', tool_use_id: 'u', tool_call_id: 'c' };
  expect(actionsOf({ ...qwen, tool_input: { command: 'ls', directory: '/project/sub' } })).toEqual([
    { kind: 'exec', command: 'ls', cwd: '/project/sub', shell: 'bash' },
  ]);
});

it('Cline: every command and every file of a call', () => {
  const call = (name: string, input: object) => ({
    hookName: 'tool_call',
    taskId: 't',
    workspaceRoots: ['/project'],
    tool_call: { id: 'c', name, input },
  });
  expect(actionsOf(call('run_commands', { commands: ['ls', 'pwd'] }))).toMatchObject([
    { command: 'ls' },
    { command: 'pwd' },
  ]);
  expect(actionsOf(call('run_commands', { commands: [{ command: 'ls' }, { command: 'pwd' }] }))).toMatchObject([
    { command: 'ls' },
    { command: 'pwd' },
  ]);
  expect(actionsOf(call('read_files', { files: [{ path: 'a' }, { path: '/b' }] }))).toEqual([
    { kind: 'file', op: 'read', path: '/project/a' },
    { kind: 'file', op: 'read', path: '/b' },
  ]);
  expect(actionsOf(call('editor', { path: 'a', old_text: 'x', new_text: 'y' }))).toEqual([
    { kind: 'file', op: 'modify', path: '/project/a', newText: 'y', oldText: 'x' },
  ]);
});

it('Grok: a tool that calls a tool, an input that was cut, and the stop at its end', () => {
  const grok = { hookEventName: 'pre_tool_use', sessionId: 's', workspaceRoot: '/project/', cwd: '/project' };
  const wrapped = {
    ...grok,
    toolName: 'use_tool',
    toolInput: { tool_name: 'write', tool_input: { file_path: 'a', content: 'x' } },
  };
  expect(actionsOf(wrapped)).toEqual([{ kind: 'file', op: 'create', path: '/project/a', newText: 'x' }]);
  const cut = decoded({ ...grok, toolName: 'write', toolInput: { file_path: 'a' }, toolInputTruncated: true });
  expect(cut.unparsed).toBe('the agent has cut its input short');
  expect(decoded({ ...grok, hookEventName: 'stop', reason: 'shutdown' }).event).toBe('session-end');
  expect(decoded({ ...grok, hookEventName: 'stop', reason: 'end_turn' }).event).toBe('stop');
});

it('subagents are told from the agent itself', () => {
  const nested = { ...codex, tool_name: 'Bash', tool_input: ls, agent_id: 'a1', agent_type: 'worker' };
  expect(decoded(nested).actor).toEqual({ id: 'a1', type: 'worker', isSubagent: true });
  const camel = {
    sessionId: 's',
    timestamp: 1,
    cwd: '/project',
    toolName: 'bash',
    toolArgs: ls,
    agentId: 'a2',
    parentAgentId: 'a0',
  };
  expect(decoded(camel).actor).toEqual({ id: 'a2', type: null, isSubagent: true });
});

it('a failed command is a failed command on every agent that tells', () => {
  const after = (payload: object) => decoded(payload).output;
  const qwen = {
    ...copied,
    hook_event_name: 'PostToolUse',
    tool_name: 'run_shell_command',
    tool_use_id: 'u',
    tool_call_id: 'c',
    tool_input: ls,
  };
  expect(after({ ...qwen, tool_response: { llmContent: 'Command: ls\nExit Code: 2\n' } })).toMatchObject({
    result: 'failed',
    exit: 2,
  });
  const grok = {
    hookEventName: 'post_tool_use',
    sessionId: 's',
    workspaceRoot: '/p',
    toolName: 'run_terminal_command',
    toolInput: ls,
  };
  expect(after({ ...grok, toolResult: { exit_code: 1, output_for_prompt: 'exit: 1' } })).toMatchObject({
    result: 'failed',
    exit: 1,
  });
  const copilot = { sessionId: 's', timestamp: 1, toolName: 'bash', toolArgs: ls };
  expect(
    after({
      ...copilot,
      toolResult: { resultType: 'success', textResultForLlm: '<shellId: 0 completed with exit code 3>' },
    }),
  ).toMatchObject({ result: 'failed', exit: 3 });
  expect(after({ ...copilot, toolResult: { resultType: 'failure', textResultForLlm: 'no' } })).toMatchObject({
    result: 'failed',
  });
});

const GATE = `policy: 1
checks:
  test: { runs: 'npm test' }
rules:
  never: { at: stop, when: { unchecked: { files: 'src/**', by: test }, last.test: never }, deny: never }
  failed: { at: stop, when: { unchecked: { files: 'src/**', by: test }, last.test: failed }, deny: failed }
`;

it.each([
  ['Droid, which tells nothing of a command that fails', { ...copied, permission_mode: 'auto-high' }, 'Execute'],
  ['Kimi, whose event after a call may be late', { ...copied, tool_call_id: 'c' }, 'Bash'],
])('%s: a check counts as failed until it has passed', (_, base, shell) => {
  const { artefact } = buildPolicy({ sources: [{ file: 'policy.yaml', layer: 'project', text: GATE }] });
  if (artefact === null) throw new Error('the policy has errors');
  const session = createSession();
  const judged = { policy: fromArtefact(artefact), world: simulatedWorld({}), session };
  const judge = (payload: object) =>
    judgeEvent({ ...decoded(payload), projectRoot: '/project' }, judged).hits.map(({ rule }) => rule);
  const check = { ...base, tool_name: shell, tool_input: { command: 'npm test' } };
  const stop = { ...base, hook_event_name: 'Stop' };

  judge({
    ...base,
    tool_name: 'Edit',
    tool_input: { file_path: '/project/src/a.ts', old_string: 'a', new_string: 'b' },
  });
  const reasons = [judge(stop)];
  judge(check);
  reasons.push(judge(stop));
  judge({ ...check, hook_event_name: 'PostToolUse', tool_response: 'ok', tool_output: 'ok' });
  reasons.push(judge(stop));
  expect(reasons).toEqual([['never'], ['failed'], []]);
});
