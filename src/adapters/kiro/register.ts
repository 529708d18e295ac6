import { neverRun } from '../register/copied-settings.ts';
import {
  AGENT_WAITS_SECONDS,
  registeredEvents,
  type Registrar,
  USUAL_EVENTS,
  usualPayload,
} from '../register/registrar.ts';

/** Kiro 3 reads every file in a project's `.kiro/hooks`. A stop cannot be held there. */
export const kiroRegistrar: Registrar = {
  agent: 'kiro',
  title: 'Kiro',
  programs: ['kiro-cli'],
  directories: { user: null, project: { variable: null, path: '.kiro' } },
  events: {
    'session-start': USUAL_EVENTS['session-start'],
    prompt: USUAL_EVENTS.prompt,
    'before-tool': USUAL_EVENTS['before-tool'],
    'after-tool': USUAL_EVENTS['after-tool'],
  },
  files: (request) => [
    {
      format: 'own-file',
      path: 'hooks/hookctl.json',
      text: hooksFile(registeredEvents(kiroRegistrar, request)),
      executable: false,
    },
  ],
  trust: neverRun('Kiro'),
  alsoRuns: null,
  switches: [],
  trustedBy: null,
  strict: null,
  canary: { payload: usualPayload('execute_bash'), blockedBy: ['exit-2'] },
  timeoutUnit: 'seconds',
};

function hooksFile(events: ReturnType<typeof registeredEvents>): string {
  const hooks = events.map(({ event, command }) => ({
    name: `hookctl ${event}`,
    trigger: event,
    action: { type: 'command', command },
    timeout: AGENT_WAITS_SECONDS,
    enabled: true,
  }));
  return `${JSON.stringify({ version: 'v1', hooks }, null, 2)}\n`;
}
