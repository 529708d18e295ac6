import {
  AGENT_WAITS_SECONDS,
  hookGroups,
  registeredEvents,
  type Registrar,
  USUAL_EVENTS,
  usualPayload,
} from '../register/registrar.ts';

/** Only what a person has reviewed runs, by a hash of the entry: an entry that changes has to be reviewed again. */
export const codexRegistrar: Registrar = {
  agent: 'codex',
  title: 'Codex CLI',
  programs: ['codex'],
  directories: { user: { variable: 'CODEX_HOME', path: '.codex' }, project: { variable: null, path: '.codex' } },
  events: USUAL_EVENTS,
  files: (request) => [
    {
      format: 'hook-groups',
      path: 'hooks.json',
      entries: hookGroups(registeredEvents(codexRegistrar, request), AGENT_WAITS_SECONDS).map((entry) =>
        entry.event === 'PreToolUse' ? { ...entry, matcher: '*' } : entry,
      ),
    },
  ],
  trust:
    'Codex silently skips a hook that nobody has reviewed: start `codex`, open /hooks and trust the entries of hookctl. Do so again after every change to them.',
  alsoRuns: null,
  switches: [],
  trustedBy: { kind: 'entry-hash', file: '~/config.toml' },
  strict: { keys: ['description', 'hooks'] },
  canary: { payload: usualPayload('Bash'), blockedBy: ['exit-2', 'nested-deny', 'decision'] },
  timeoutUnit: 'seconds',
};
