import {
  AGENT_WAITS_SECONDS,
  type EventNames,
  hookGroups,
  registeredEvents,
  type Registrar,
  USUAL_EVENTS,
  usualPayload,
} from './registrar.ts';

/** What differs between agents whose documentation says that their settings are Claude Code's. */
interface CopiedSettings {
  agent: string;
  title: string;
  program: string;
  /** Below the home and below the project. */
  directory: string;
  events?: EventNames;
  shell?: string;
  timeoutUnit?: 'seconds' | 'milliseconds';
}

/** `hooks` in `settings.json`, with Claude Code's groups and answers. From documentation: nobody has run these agents with it. */
export function copiedSettings({
  directory,
  program,
  events = USUAL_EVENTS,
  shell = 'Bash',
  timeoutUnit = 'seconds',
  ...own
}: CopiedSettings): Registrar {
  const wait = AGENT_WAITS_SECONDS * (timeoutUnit === 'milliseconds' ? 1000 : 1);
  return {
    ...own,
    programs: [program],
    directories: { user: { variable: null, path: directory }, project: { variable: null, path: directory } },
    events,
    files: (request) => [
      {
        format: 'hook-groups',
        path: 'settings.json',
        entries: hookGroups(registeredEvents({ agent: own.agent, events }, request), wait),
      },
    ],
    trust: neverRun(own.title),
    alsoRuns: null,
    switches: [],
    trustedBy: null,
    strict: null,
    canary: { payload: usualPayload(shell), blockedBy: ['exit-2', 'nested-deny'] },
    timeoutUnit,
  };
}

/** For agents that are known from documentation only. */
export function neverRun(title: string): string {
  return `Written from the documentation of ${title}; hookctl has never been run in it. Try a call that the policy refuses.`;
}
