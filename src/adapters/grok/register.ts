import {
  AGENT_WAITS_SECONDS,
  hookGroups,
  registeredEvents,
  type Registrar,
  USUAL_EVENTS,
  usualPayload,
} from '../register/registrar.ts';

export const grokRegistrar: Registrar = {
  agent: 'grok',
  title: 'Grok Build',
  programs: ['grok'],
  directories: { user: { variable: 'GROK_HOME', path: '.grok' }, project: { variable: null, path: '.grok' } },
  events: USUAL_EVENTS,
  files: (request) => [
    {
      format: 'own-file',
      path: 'hooks/hookctl.json',
      text: hooksFile(hookGroups(registeredEvents(grokRegistrar, request), AGENT_WAITS_SECONDS)),
      executable: false,
    },
  ],
  trust: 'Grok Build runs hooks of a project only in a trusted folder; those of the user run everywhere.',
  alsoRuns: { agent: 'claude-code', scopes: ['user', 'project', 'local'] },
  switches: [],
  trustedBy: null,
  strict: null,
  canary: { payload: usualPayload('run_terminal_command'), blockedBy: ['exit-2', 'nested-deny', 'decision'] },
  timeoutUnit: 'seconds',
};

function hooksFile(entries: ReturnType<typeof hookGroups>): string {
  const hooks = Object.fromEntries(entries.map(({ event, handler }) => [event, [{ hooks: [handler] }]]));
  return `${JSON.stringify({ hooks }, null, 2)}\n`;
}
