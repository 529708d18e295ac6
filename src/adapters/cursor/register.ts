import { neverRun } from '../register/copied-settings.ts';
import { AGENT_WAITS_SECONDS, registeredEvents, type Registrar } from '../register/registrar.ts';

/** `failClosed` makes a hook that fails a refusal. Cursor appends a here-document to the command, which has to stay one simple command. */
export const cursorRegistrar: Registrar = {
  agent: 'cursor',
  title: 'Cursor',
  programs: ['cursor-agent', 'cursor'],
  directories: { user: { variable: null, path: '.cursor' }, project: { variable: null, path: '.cursor' } },
  events: {
    'session-start': ['sessionStart'],
    prompt: ['beforeSubmitPrompt'],
    'before-tool': ['preToolUse'],
    'after-tool': ['postToolUse', 'postToolUseFailure'],
    stop: ['stop'],
  },
  files: (request) => [
    {
      format: 'hook-groups',
      path: 'hooks.json',
      fresh: '{\n  "version": 1\n}\n',
      entries: registeredEvents(cursorRegistrar, request).map(({ event, neutral, command }) => ({
        event,
        isFlat: true,
        handler: {
          command,
          timeout: AGENT_WAITS_SECONDS,
          ...(neutral === 'before-tool' ? { failClosed: true } : {}),
        },
      })),
    },
  ],
  trust: neverRun('Cursor'),
  alsoRuns: { agent: 'claude-code', scopes: ['user', 'project'] },
  switches: [],
  trustedBy: null,
  strict: null,
  canary: {
    payload: (command, { cwd, session }) => ({
      hook_event_name: 'preToolUse',
      conversation_id: session,
      generation_id: session,
      cursor_version: '1',
      workspace_roots: [cwd],
      tool_name: 'Shell',
      tool_input: { command, cwd },
    }),
    blockedBy: ['exit-2', 'permission'],
  },
  timeoutUnit: 'seconds',
};
