import { documentedRegistrar, flatHooks } from '../register/documented.ts';
import { AGENT_WAITS_SECONDS } from '../register/registrar.ts';

/** `hooks` in `crush.json`, without groups. Crush calls a hook before a call runs, and for little else. */
export const crushRegistrar = documentedRegistrar({
  agent: 'crush',
  title: 'Crush',
  programs: ['crush'],
  directories: { user: { variable: null, path: 'config/crush' }, project: { variable: null, path: '.' } },
  events: { 'before-tool': ['PreToolUse'] },
  files: (events) => [flatHooks('crush.json', events, () => ({ timeout: AGENT_WAITS_SECONDS }))],
  canary: {
    payload: (command, { cwd, session }) => ({
      event: 'PreToolUse',
      session_id: session,
      cwd,
      tool_name: 'bash',
      tool_input: { command },
    }),
    blockedBy: ['exit-2', 'decision'],
  },
  timeoutUnit: 'seconds',
});
