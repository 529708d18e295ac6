import { documentedRegistrar, flatHooks } from '../register/documented.ts';

/** Every kind of call is a separate event, and only exit code 2 blocks. The documentation names no time limit for a hook, so ours is the only one. */
export const windsurfRegistrar = documentedRegistrar({
  agent: 'windsurf',
  title: 'Windsurf Cascade',
  programs: ['windsurf'],
  directories: {
    user: { variable: null, path: '.codeium/windsurf' },
    project: { variable: null, path: '.windsurf' },
  },
  events: {
    prompt: ['pre_user_prompt'],
    'before-tool': ['pre_run_command', 'pre_write_code', 'pre_read_code', 'pre_mcp_tool_use'],
    'after-tool': ['post_run_command', 'post_write_code'],
  },
  files: (events) => [flatHooks('hooks.json', events, () => ({ show_output: true }))],
  canary: {
    payload: (command, { cwd, session }) => ({
      agent_action_name: 'pre_run_command',
      trajectory_id: session,
      tool_info: { command_line: command, cwd },
    }),
    blockedBy: ['exit-2'],
  },
  timeoutUnit: null,
});
