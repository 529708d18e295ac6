/** A tool call before it runs, as Claude Code sends it. The sender adds session and directory. */
export const before = (tool: string, input: unknown, more: object = {}) => ({
  hook_event_name: 'PreToolUse',
  tool_name: tool,
  tool_input: input,
  ...more,
});

export const after = (tool: string, input: unknown, more: object = {}) => ({
  hook_event_name: 'PostToolUse',
  tool_name: tool,
  tool_input: input,
  tool_response: { stdout: '', stderr: '' },
  ...more,
});

export const bash = (command: string, more: object = {}) => before('Bash', { command }, more);

export const ranBash = (command: string, stdout = '', more: object = {}) =>
  after('Bash', { command }, { tool_response: { stdout, stderr: '', interrupted: false }, ...more });

export const failedBash = (command: string, error: string, more: object = {}) => ({
  hook_event_name: 'PostToolUseFailure',
  tool_name: 'Bash',
  tool_input: { command },
  error,
  is_interrupt: false,
  ...more,
});

export const edited = (path: string, more: object = {}) => ({
  hook_event_name: 'PostToolUse',
  tool_name: 'Edit',
  tool_input: { file_path: path, old_string: 'a', new_string: 'b' },
  tool_response: { filePath: path },
  ...more,
});

export const STOP = { hook_event_name: 'Stop', stop_hook_active: false };
export const SESSION_START = { hook_event_name: 'SessionStart', source: 'startup' };
