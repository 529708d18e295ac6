import { neverRun } from '../register/copied-settings.ts';
import { registeredEvents, type Registrar } from '../register/registrar.ts';

/** Every kind of call is a separate event, and only exit code 2 blocks. Windsurf has no time limit for a hook that is written down, so ours is the only one. */
export const windsurfRegistrar: Registrar = {
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
  files: (request) => [
    {
      format: 'hook-groups',
      path: 'hooks.json',
      entries: registeredEvents(windsurfRegistrar, request).map(({ event, command }) => ({
        event,
        isFlat: true,
        handler: { command, show_output: true },
      })),
    },
  ],
  trust: neverRun('Windsurf'),
  alsoRuns: null,
  switches: [],
  trustedBy: null,
  strict: null,
  canary: {
    payload: (command, { cwd, session }) => ({
      agent_action_name: 'pre_run_command',
      trajectory_id: session,
      tool_info: { command_line: command, cwd },
    }),
    blockedBy: ['exit-2'],
  },
  timeoutUnit: null,
};
