import { documentedRegistrar, homeAndProject } from './documented.ts';
import {
  AGENT_WAITS_SECONDS,
  type EventNames,
  hookGroups,
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

/** `hooks` in `settings.json`, with Claude Code's groups and answers. */
export function copiedSettings({
  directory,
  program,
  events = USUAL_EVENTS,
  shell = 'Bash',
  timeoutUnit = 'seconds',
  ...own
}: CopiedSettings): Registrar {
  const wait = AGENT_WAITS_SECONDS * (timeoutUnit === 'milliseconds' ? 1000 : 1);
  return documentedRegistrar({
    ...own,
    programs: [program],
    directories: homeAndProject(directory),
    events,
    files: (registered) => [{ format: 'hook-groups', path: 'settings.json', entries: hookGroups(registered, wait) }],
    canary: { payload: usualPayload(shell), blockedBy: ['exit-2', 'nested-deny'] },
    timeoutUnit,
  });
}
