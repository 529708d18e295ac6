import { documentedRegistrar, ownJson } from '../register/documented.ts';
import { AGENT_WAITS_SECONDS, type RegisteredEvent } from '../register/registrar.ts';

/** A file of named hooks, each with its events: calls in groups, the rest without. Antigravity drops a file with one key too many, so we leave a file of others alone. */
export const antigravityRegistrar = documentedRegistrar({
  agent: 'antigravity',
  title: 'Antigravity CLI',
  programs: ['agy'],
  directories: { user: { variable: null, path: '.gemini/config' }, project: { variable: null, path: '.agents' } },
  events: { 'before-tool': ['PreToolUse'], 'after-tool': ['PostToolUse'], stop: ['Stop'] },
  files: (events) => [ownJson('hooks.json', { hookctl: Object.fromEntries(events.map(entryOf)) })],
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
});

function entryOf({ event, neutral, command }: RegisteredEvent): [string, object[]] {
  const handler = { type: 'command', command, timeout: AGENT_WAITS_SECONDS };
  return [event, [neutral === 'stop' ? handler : { matcher: '.*', hooks: [handler] }]];
}
