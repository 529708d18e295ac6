import { documentedRegistrar, ownJson } from '../register/documented.ts';
import { hookGroups, AGENT_WAITS_SECONDS, usualEvents, usualPayload } from '../register/registrar.ts';

/** A project's `.devin/hooks.v1.json` has the events at the top. Devin runs the hooks of `.claude/settings.json` as well. */
export const devinRegistrar = documentedRegistrar({
  agent: 'devin',
  title: 'Devin CLI',
  programs: ['devin'],
  directories: { user: null, project: { variable: null, path: '.devin' } },
  events: usualEvents('session-start', 'prompt', 'before-tool', 'after-tool', 'stop'),
  files: (events) => {
    const groups = hookGroups(events, AGENT_WAITS_SECONDS).map(({ event, handler }) => [event, [{ hooks: [handler] }]]);
    return [ownJson('hooks.v1.json', Object.fromEntries(groups))];
  },
  alsoRuns: { agent: 'claude-code', scopes: ['project', 'local'] },
  canary: { payload: usualPayload('exec'), blockedBy: ['exit-2', 'decision'] },
  timeoutUnit: 'seconds',
});
