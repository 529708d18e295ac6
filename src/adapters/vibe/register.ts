import { commandLine } from '../call-shape/quote.ts';
import { neverRun } from '../register/copied-settings.ts';
import { AGENT_WAITS_SECONDS, registeredEvents, type Registrar } from '../register/registrar.ts';

/**
 * Vibe splits the command into words and starts it without a shell, and skips one that holds a backslash: so there is no command line that is closed by itself.
 * `strict` makes a hook that crashes, hangs or is gone a refusal.
 */
export const vibeRegistrar: Registrar = {
  agent: 'vibe',
  title: 'Mistral Vibe',
  programs: ['vibe'],
  directories: { user: { variable: 'VIBE_HOME', path: '.vibe' }, project: { variable: null, path: '.vibe' } },
  events: { 'before-tool': ['pre_tool'], 'after-tool': ['post_tool'], stop: ['post_agent'] },
  files: (request) => [
    {
      format: 'toml-tables',
      path: 'hooks.toml',
      tables: registeredEvents(vibeRegistrar, request).map(({ event, neutral }) => ({
        name: `hookctl-${event}`,
        type: event,
        ...(neutral === 'stop' ? {} : { match: '*' }),
        command: commandLine([request.launch.command, ...request.launch.args, '--agent', 'vibe']).replaceAll('\\', '/'),
        timeout: AGENT_WAITS_SECONDS,
        strict: neutral === 'before-tool',
      })),
    },
  ],
  trust: `${neverRun('Mistral Vibe')} Hooks of a project run only in a trusted folder.`,
  alsoRuns: null,
  switches: [],
  trustedBy: null,
  strict: null,
  canary: {
    payload: (command, { cwd, session }) => ({
      hook_event_name: 'pre_tool',
      session_id: session,
      transcript_path: '',
      cwd,
      tool_name: 'bash',
      tool_call_id: 'canary',
      tool_input: { command },
    }),
    blockedBy: ['decision'],
  },
  timeoutUnit: 'seconds',
};
