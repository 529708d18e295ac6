import { documentedRegistrar, flatHooks, homeAndProject } from '../register/documented.ts';
import { AGENT_WAITS_SECONDS } from '../register/registrar.ts';

/** `failClosed` makes a hook that fails a refusal. Cursor appends a here-document to the command, which has to stay one simple command. */
export const cursorRegistrar = documentedRegistrar({
  agent: 'cursor',
  title: 'Cursor',
  programs: ['cursor-agent', 'cursor'],
  directories: homeAndProject('.cursor'),
  events: {
    'session-start': ['sessionStart'],
    prompt: ['beforeSubmitPrompt'],
    'before-tool': ['preToolUse'],
    'after-tool': ['postToolUse', 'postToolUseFailure'],
    stop: ['stop'],
  },
  files: (events) => [
    {
      ...flatHooks('hooks.json', events, ({ neutral }) => ({
        timeout: AGENT_WAITS_SECONDS,
        ...(neutral === 'before-tool' ? { failClosed: true } : {}),
      })),
      fresh: '{\n  "version": 1\n}\n',
    },
  ],
  alsoRuns: { agent: 'claude-code', scopes: ['user', 'project'] },
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
});
