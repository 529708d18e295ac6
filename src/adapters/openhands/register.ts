import { documentedRegistrar, homeAndProject } from '../register/documented.ts';
import { AGENT_WAITS_SECONDS, hookGroups, usualEvents } from '../register/registrar.ts';

/** `.openhands/hooks.json`, in groups as Claude Code has them. The file of a project takes the place of the user's. */
export const openhandsRegistrar = documentedRegistrar({
  agent: 'openhands',
  title: 'OpenHands',
  programs: ['openhands'],
  directories: homeAndProject('.openhands'),
  events: usualEvents('session-start', 'prompt', 'before-tool', 'after-tool', 'stop'),
  files: (events) => [{ format: 'hook-groups', path: 'hooks.json', entries: hookGroups(events, AGENT_WAITS_SECONDS) }],
  remark: "If a project has a `.openhands/hooks.json`, OpenHands runs that file instead of the user's.",
  canary: {
    payload: (command, { cwd, session }) => ({
      event_type: 'PreToolUse',
      session_id: session,
      working_dir: cwd,
      tool_name: 'terminal',
      tool_input: { command },
    }),
    blockedBy: ['exit-2'],
  },
  timeoutUnit: 'seconds',
});
