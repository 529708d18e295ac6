import {
  AGENT_WAITS_SECONDS,
  registeredEvents,
  type Registrar,
  USUAL_EVENTS,
  usualPayload,
} from '../register/registrar.ts';

/** Kimi Code knows event, matcher, command and timeout, and drops all hooks when one entry has anything else. No matcher: it does not know `*`. */
export const kimiRegistrar: Registrar = {
  agent: 'kimi',
  title: 'Kimi Code',
  programs: ['kimi'],
  directories: { user: { variable: 'KIMI_CODE_HOME', path: '.kimi-code' }, project: null },
  events: { ...USUAL_EVENTS, 'after-tool': ['PostToolUse', 'PostToolUseFailure'] },
  files: (request) => [
    {
      format: 'toml-tables',
      path: 'config.toml',
      tables: registeredEvents(kimiRegistrar, request).map(({ event, command }) => ({
        event,
        command,
        timeout: AGENT_WAITS_SECONDS,
      })),
    },
  ],
  trust: null,
  alsoRuns: null,
  switches: [],
  trustedBy: null,
  strict: { tableKeys: ['event', 'matcher', 'command', 'timeout'], mostSeconds: 600 },
  canary: { payload: usualPayload('Bash'), blockedBy: ['exit-2', 'nested-deny'] },
  timeoutUnit: 'seconds',
};
