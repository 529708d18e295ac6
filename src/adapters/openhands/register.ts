import { neverRun } from '../register/copied-settings.ts';
import {
  AGENT_WAITS_SECONDS,
  hookGroups,
  registeredEvents,
  type Registrar,
  USUAL_EVENTS,
} from '../register/registrar.ts';

/** `.openhands/hooks.json`, in groups as Claude Code has them. The file of a project takes the place of the user's. */
export const openhandsRegistrar: Registrar = {
  agent: 'openhands',
  title: 'OpenHands',
  programs: ['openhands'],
  directories: { user: { variable: null, path: '.openhands' }, project: { variable: null, path: '.openhands' } },
  events: {
    'session-start': USUAL_EVENTS['session-start'],
    prompt: USUAL_EVENTS.prompt,
    'before-tool': USUAL_EVENTS['before-tool'],
    'after-tool': USUAL_EVENTS['after-tool'],
    stop: USUAL_EVENTS.stop,
  },
  files: (request) => [
    {
      format: 'hook-groups',
      path: 'hooks.json',
      entries: hookGroups(registeredEvents(openhandsRegistrar, request), AGENT_WAITS_SECONDS),
    },
  ],
  trust: `${neverRun('OpenHands')} A project with a \`.openhands/hooks.json\` of its own runs that one, and not the user's.`,
  alsoRuns: null,
  switches: [],
  trustedBy: null,
  strict: null,
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
};
