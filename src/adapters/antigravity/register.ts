import { neverRun } from '../register/copied-settings.ts';
import { AGENT_WAITS_SECONDS, registeredEvents, type Registrar } from '../register/registrar.ts';

/** A file of named hooks, each with its events: calls in groups, the rest without. One key too many, and Antigravity drops the file: a file of others is left alone. */
export const antigravityRegistrar: Registrar = {
  agent: 'antigravity',
  title: 'Antigravity CLI',
  programs: ['agy'],
  directories: { user: { variable: null, path: '.gemini/config' }, project: { variable: null, path: '.agents' } },
  events: { 'before-tool': ['PreToolUse'], 'after-tool': ['PostToolUse'], stop: ['Stop'] },
  files: (request) => [
    {
      format: 'own-file',
      path: 'hooks.json',
      text: `${JSON.stringify({ hookctl: Object.fromEntries(registeredEvents(antigravityRegistrar, request).map(entryOf)) }, null, 2)}\n`,
      executable: false,
    },
  ],
  trust: neverRun('Antigravity CLI'),
  alsoRuns: null,
  switches: [],
  trustedBy: null,
  strict: null,
  canary: {
    payload: (command, { cwd, session }) => ({
      toolCall: { name: 'run_command', args: { CommandLine: command, Cwd: cwd } },
      stepIdx: 1,
      conversationId: session,
      workspacePaths: [cwd],
    }),
    blockedBy: ['exit-2', 'decision'],
  },
  timeoutUnit: 'seconds',
};

function entryOf({ event, neutral, command }: ReturnType<typeof registeredEvents>[number]): [string, object[]] {
  const handler = { type: 'command', command, timeout: AGENT_WAITS_SECONDS };
  return [event, [neutral === 'stop' ? handler : { matcher: '.*', hooks: [handler] }]];
}
