import { neverRun } from '../register/copied-settings.ts';
import {
  AGENT_WAITS_SECONDS,
  registeredEvents,
  type Registrar,
  USUAL_EVENTS,
  usualPayload,
} from '../register/registrar.ts';

/** A project's `.devin/hooks.v1.json` has the events at the top. Devin runs the hooks of `.claude/settings.json` as well. */
export const devinRegistrar: Registrar = {
  agent: 'devin',
  title: 'Devin CLI',
  programs: ['devin'],
  directories: { user: null, project: { variable: null, path: '.devin' } },
  events: {
    'session-start': USUAL_EVENTS['session-start'],
    prompt: USUAL_EVENTS.prompt,
    'before-tool': USUAL_EVENTS['before-tool'],
    'after-tool': USUAL_EVENTS['after-tool'],
    stop: USUAL_EVENTS.stop,
  },
  files: (request) => [
    {
      format: 'own-file',
      path: 'hooks.v1.json',
      text: `${JSON.stringify(Object.fromEntries(registeredEvents(devinRegistrar, request).map(groupOf)), null, 2)}\n`,
      executable: false,
    },
  ],
  trust: neverRun('Devin CLI'),
  alsoRuns: { agent: 'claude-code', scopes: ['project', 'local'] },
  switches: [],
  trustedBy: null,
  strict: null,
  canary: { payload: usualPayload('exec'), blockedBy: ['exit-2', 'decision'] },
  timeoutUnit: 'seconds',
};

function groupOf({ event, command }: ReturnType<typeof registeredEvents>[number]): [string, object[]] {
  return [event, [{ hooks: [{ type: 'command', command, timeout: AGENT_WAITS_SECONDS }] }]];
}
