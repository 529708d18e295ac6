import {
  AGENT_WAITS_SECONDS,
  hookGroups,
  registeredEvents,
  type Registrar,
  USUAL_EVENTS,
  usualPayload,
} from '../register/registrar.ts';

export const qwenRegistrar: Registrar = {
  agent: 'qwen',
  title: 'Qwen Code',
  programs: ['qwen'],
  directories: { user: { variable: 'QWEN_HOME', path: '.qwen' }, project: { variable: null, path: '.qwen' } },
  events: { ...USUAL_EVENTS, 'after-tool': ['PostToolUse', 'PostToolUseFailure'] },
  files: (request) => [
    {
      format: 'hook-groups',
      path: 'settings.json',
      entries: hookGroups(registeredEvents(qwenRegistrar, request), AGENT_WAITS_SECONDS),
    },
  ],
  trust: null,
  alsoRuns: null,
  switches: [{ file: '~/settings.json', key: ['disableAllHooks'], value: true }],
  trustedBy: null,
  strict: null,
  canary: { payload: usualPayload('run_shell_command'), blockedBy: ['exit-2', 'nested-deny', 'decision'] },
  timeoutUnit: 'seconds-below-1000',
};
