import { commandLine } from '../call-shape/quote.ts';
import { documentedRegistrar } from '../register/documented.ts';
import { AGENT_WAITS_SECONDS } from '../register/registrar.ts';

/**
 * Vibe splits the command into words and starts it without a shell, and skips a command with a backslash, so the command line cannot refuse when the hook fails.
 * `strict` makes a hook that crashes, hangs or is gone a refusal.
 */
export const vibeRegistrar = documentedRegistrar({
  agent: 'vibe',
  title: 'Mistral Vibe',
  programs: ['vibe'],
  directories: { user: { variable: 'VIBE_HOME', path: '.vibe' }, project: { variable: null, path: '.vibe' } },
  events: { 'before-tool': ['pre_tool'], 'after-tool': ['post_tool'], stop: ['post_agent'] },
  files: (events, command) => [
    {
      format: 'toml-tables',
      path: 'hooks.toml',
      tables: events.map(({ event, neutral }) => ({
        name: `hookctl-${event}`,
        type: event,
        ...(neutral === 'stop' ? {} : { match: '*' }),
        command: commandLine(command).replaceAll('\\', '/'),
        timeout: AGENT_WAITS_SECONDS,
        strict: neutral === 'before-tool',
      })),
    },
  ],
  remark: 'Hooks of a project run only in a trusted folder.',
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
});
