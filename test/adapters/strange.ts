import type { Fields } from './fixtures.ts';

export const RUN: Fields = {
  command: 'find precious -delete',
  CommandLine: 'find precious -delete',
  commands: ['find precious -delete'],
};

/** Payloads of nobody: other spellings, things left out, lists and texts. */
export const STRANGE: [shape: string, payload: object][] = [
  ['no event, no session', { tool_name: 'zap', tool_input: RUN }],
  ['an event that nobody knows', { hook_event_name: 'WillCallTool', tool_name: 'zap', tool_input: RUN }],
  ['camelCase', { hookEventName: 'preToolCall', toolName: 'zap', toolInput: RUN }],
  ['PascalCase', { HookEventName: 'PreToolUse', ToolName: 'Bash', ToolInput: RUN }],
  ['names with dashes', { 'hook-event-name': 'pre-tool-use', 'tool-name': 'bash', 'tool-input': RUN }],
  ['nested', { event: { type: 'tool.before', tool: { name: 'zap', input: RUN } } }],
  ['nested in data', { event: 'x', data: { tool: { name: 'bash', input: RUN } } }],
  ['a function call', { type: 'tool_call', function: { name: 'zap', arguments: JSON.stringify(RUN) } }],
  ['a list of calls', { tool_calls: [{ id: 'c', function: { name: 'bash', arguments: JSON.stringify(RUN) } }] }],
  ['a block of a message', { type: 'tool_use', id: 't', name: 'bash', input: RUN }],
  ['a remote call', { jsonrpc: '2.0', method: 'tools/call', params: { name: 'bash', arguments: RUN } }],
  ['a request for approval', { type: 'tool/approve', payload: { name: 'zap', arguments: RUN } }],
  ['a request for permission', { event: 'permission.ask', tool: 'zap', args: RUN }],
  [
    'a request for permission of an editor',
    { method: 'session/request_permission', params: { toolCall: { title: 'run', rawInput: RUN } } },
  ],
  ['an event of a call that runs', { event: 'tool.executing', tool: 'bash', args: RUN }],
  ['the input is a text', { event: 'before_call', tool: 'bash', args: 'find precious -delete' }],
  ['the input is a list of words', { event: 'before_call', tool: 'exec', args: ['find', 'precious', '-delete'] }],
  ['fields at the top', { event: 'beforeCommand', command: 'find precious -delete' }],
  ['fields at the top, and nothing else', { command: 'find precious -delete' }],
  ['nothing to go by', { kind: 'hello' }],
  ['nothing', {}],
  ['a tool without input', { event: 'before_call', tool: 'zap' }],
  [
    'a subagent',
    { hook_event_name: 'before_tool', agent_id: 'a', parent_agent_id: 'b', tool_name: 'zap', tool_input: RUN },
  ],
  ['a list', [RUN]],
];

const REQUEST = { hook_event_name: 'PermissionRequest', session_id: 's', cwd: '/project', tool_input: RUN };

/** Agents that ask their hooks before they ask the person. */
export const PERMISSIONS: [shape: string, payload: object][] = [
  ['Claude Code', { ...REQUEST, transcript_path: '/home/user/.claude/projects/p/s.jsonl', tool_name: 'Bash' }],
  ['Codex', { ...REQUEST, turn_id: 't', model: 'm', tool_name: 'Bash' }],
  ['Qwen', { ...REQUEST, tool_use_id: 'u', tool_call_id: 'c', tool_name: 'run_shell_command' }],
  ['Copilot', { hookName: 'permissionRequest', sessionId: 's', timestamp: 1, toolName: 'bash', toolInput: RUN }],
];
