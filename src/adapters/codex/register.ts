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
    'Codex skips a hook that nobody has reviewed, without a word: start `codex`, open /hooks and trust the entries of hookctl. After every change of them, again.',
  alsoRuns: null,
  switches: [],
  trustedBy: { kind: 'entry-hash', file: '~/config.toml' },
  strict: { keys: ['description', 'hooks'] },
  canary: { payload: usualPayload('Bash'), blockedBy: ['exit-2', 'nested-deny', 'decision'] },
  timeoutUnit: 'seconds',
};
