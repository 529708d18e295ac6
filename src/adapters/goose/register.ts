import { documentedRegistrar, homeAndProject, ownJson } from '../register/documented.ts';
import { usualEvents, WRITTEN_BY } from '../register/registrar.ts';

/** Goose finds hooks in plugins, so hookctl is a plugin there: a directory with a manifest and the hooks. */
export const gooseRegistrar = documentedRegistrar({
  agent: 'goose',
  title: 'Goose',
  programs: ['goose'],
  directories: homeAndProject('.agents/plugins/hookctl'),
  events: usualEvents('session-start', 'prompt', 'before-tool', 'after-tool'),
  files: (events) => [
    ownJson('plugin.json', { name: 'hookctl', version: '1.0.0', description: WRITTEN_BY }),
    ownJson('hooks/hooks.json', {
      hooks: Object.fromEntries(
        events.map(({ event, command }) => [event, [{ hooks: [{ type: 'command', command }] }]]),
      ),
    }),
  ],
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
});
