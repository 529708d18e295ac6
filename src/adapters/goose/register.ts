import { neverRun } from '../register/copied-settings.ts';
import { registeredEvents, type Registrar, USUAL_EVENTS, WRITTEN_BY } from '../register/registrar.ts';

/** Goose finds hooks in plugins, so hookctl is one: a directory of its own with a manifest and the hooks. */
export const gooseRegistrar: Registrar = {
  agent: 'goose',
  title: 'Goose',
  programs: ['goose'],
  directories: {
    user: { variable: null, path: '.agents/plugins/hookctl' },
    project: { variable: null, path: '.agents/plugins/hookctl' },
  },
  events: {
    'session-start': USUAL_EVENTS['session-start'],
    prompt: USUAL_EVENTS.prompt,
    'before-tool': USUAL_EVENTS['before-tool'],
    'after-tool': USUAL_EVENTS['after-tool'],
  },
  files: (request) => [
    {
      format: 'own-file',
      path: 'plugin.json',
      text: json({ name: 'hookctl', version: '1.0.0', description: WRITTEN_BY }),
      executable: false,
    },
    {
      format: 'own-file',
      path: 'hooks/hooks.json',
      text: json({
        hooks: Object.fromEntries(
          registeredEvents(gooseRegistrar, request).map(({ event, command }) => [
            event,
            [{ hooks: [{ type: 'command', command }] }],
          ]),
        ),
      }),
      executable: false,
    },
  ],
  trust: neverRun('Goose'),
  alsoRuns: null,
  switches: [],
  trustedBy: null,
  strict: null,
  canary: {
    payload: (command, { cwd, session }) => ({
      event: 'PreToolUse',
      session_id: session,
      working_dir: cwd,
      matcher_context: 'developer__shell',
      tool_name: 'developer__shell',
      tool_input: { command },
    }),
    blockedBy: ['exit-2', 'decision'],
  },
  timeoutUnit: null,
};

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
