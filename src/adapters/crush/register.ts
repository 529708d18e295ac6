import { neverRun } from '../register/copied-settings.ts';
import { AGENT_WAITS_SECONDS, registeredEvents, type Registrar } from '../register/registrar.ts';

/** `hooks` in `crush.json`, without groups. Crush tells its hooks of calls that are about to run, and of little else. */
export const crushRegistrar: Registrar = {
  agent: 'crush',
  title: 'Crush',
  programs: ['crush'],
  directories: { user: { variable: null, path: 'config/crush' }, project: { variable: null, path: '.' } },
  events: { 'before-tool': ['PreToolUse'] },
  files: (request) => [
    {
      format: 'hook-groups',
      path: 'crush.json',
      entries: registeredEvents(crushRegistrar, request).map(({ event, command }) => ({
        event,
        isFlat: true,
        handler: { command, timeout: AGENT_WAITS_SECONDS },
      })),
    },
  ],
  trust: neverRun('Crush'),
  alsoRuns: null,
  switches: [],
  trustedBy: null,
  strict: null,
  canary: {
    payload: (command, { cwd, session }) => ({
      event: 'PreToolUse',
      session_id: session,
      cwd,
      tool_name: 'bash',
      tool_input: { command },
    }),
    blockedBy: ['exit-2', 'decision'],
  },
  timeoutUnit: 'seconds',
};
