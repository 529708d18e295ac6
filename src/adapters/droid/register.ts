import {
  AGENT_WAITS_SECONDS,
  hookGroups,
  registeredEvents,
  type Registrar,
  USUAL_EVENTS,
  usualPayload,
} from '../register/registrar.ts';

export const droidRegistrar: Registrar = {
  agent: 'droid',
  title: 'Factory Droid',
  programs: ['droid'],
  directories: { user: { variable: null, path: '.factory' }, project: { variable: null, path: '.factory' } },
  events: USUAL_EVENTS,
  files: (request) => [
    {
      format: 'hook-groups',
      path: 'settings.json',
      entries: hookGroups(registeredEvents(droidRegistrar, request), AGENT_WAITS_SECONDS),
    },
  ],
  trust: null,
  alsoRuns: null,
  switches: [{ file: '~/settings.json', key: ['hooksDisabled'], value: true }],
  trustedBy: null,
  strict: null,
  canary: { payload: usualPayload('Execute'), blockedBy: ['exit-2', 'nested-deny'] },
  timeoutUnit: 'seconds',
};
