import { documentedRegistrar, ownJson } from '../register/documented.ts';
import { AGENT_WAITS_SECONDS, usualEvents, usualPayload } from '../register/registrar.ts';

/** Kiro 3 reads every file in a project's `.kiro/hooks`. A stop cannot be held there. */
export const kiroRegistrar = documentedRegistrar({
  agent: 'kiro',
  title: 'Kiro',
  programs: ['kiro-cli'],
  directories: { user: null, project: { variable: null, path: '.kiro' } },
  events: usualEvents('session-start', 'prompt', 'before-tool', 'after-tool'),
  files: (events) => {
    const hooks = events.map(({ event, command }) => ({
      name: `hookctl ${event}`,
      trigger: event,
      action: { type: 'command', command },
      timeout: AGENT_WAITS_SECONDS,
      enabled: true,
    }));
    return [ownJson('hooks/hookctl.json', { version: 'v1', hooks })];
  },
  canary: { payload: usualPayload('execute_bash'), blockedBy: ['exit-2'] },
  timeoutUnit: 'seconds',
});
