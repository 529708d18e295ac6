import {
  AGENT_WAITS_SECONDS,
  registeredEvents,
  type Registrar,
  USUAL_EVENTS,
  WRITTEN_BY,
  usualPayload,
} from '../register/registrar.ts';

/** Names in PascalCase: so Copilot sends Claude Code's payloads, and reads its answers. */
export const copilotRegistrar: Registrar = {
  agent: 'copilot',
  title: 'Copilot CLI',
  programs: ['copilot'],
  directories: { user: { variable: 'COPILOT_HOME', path: '.copilot' }, project: { variable: null, path: '.github' } },
  events: USUAL_EVENTS,
  files: (request) => [
    {
      format: 'own-file',
      path: 'hooks/hookctl.json',
      text: hooksFile(registeredEvents(copilotRegistrar, request)),
      executable: false,
    },
  ],
  trust: null,
  alsoRuns: { agent: 'claude-code', scopes: ['project', 'local'] },
  switches: [{ file: '~/settings.json', key: ['disableAllHooks'], value: true }],
  trustedBy: { kind: 'folder-list', file: '~/config.json', key: ['trustedFolders'], scope: 'project' },
  strict: null,
  canary: { payload: usualPayload('Bash'), blockedBy: ['exit-2', 'nested-deny'] },
  timeoutUnit: 'seconds',
};

function hooksFile(events: ReturnType<typeof registeredEvents>): string {
  const hooks = Object.fromEntries(
    events.map(({ event, command }) => [event, [{ type: 'command', command, timeout: AGENT_WAITS_SECONDS }]]),
  );
  return `${JSON.stringify({ version: 1, description: WRITTEN_BY, hooks }, null, 2)}\n`;
}
