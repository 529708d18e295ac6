import { registeredEvents, type RegisteredEvent, type RegisteredFile, type Registrar } from './registrar.ts';

/** What has to be said about an agent that is known from its documentation only. */
interface Documented extends Pick<
  Registrar,
  'agent' | 'title' | 'programs' | 'directories' | 'events' | 'canary' | 'timeoutUnit'
> {
  files: (events: readonly RegisteredEvent[], command: readonly string[]) => RegisteredFile[];
  alsoRuns?: Registrar['alsoRuns'];
  /** What a person has to know besides. */
  remark?: string;
}

/** We have never run these agents with hookctl, so we know nothing that switches a hook off or has to be trusted. */
export function documentedRegistrar({ files, alsoRuns = null, remark, ...own }: Documented): Registrar {
  return {
    ...own,
    files: (request) =>
      files(registeredEvents(own, request), [request.launch.command, ...request.launch.args, '--agent', own.agent]),
    trust: [
      `Written from the documentation of ${own.title}; hookctl has never been run in it. Try a call that the policy refuses.`,
      ...(remark === undefined ? [] : [remark]),
    ].join(' '),
    alsoRuns,
    switches: [],
    trustedBy: null,
    strict: null,
  };
}

/** The same directory below the home and below the project. */
export function homeAndProject(path: string): Registrar['directories'] {
  return { user: { variable: null, path }, project: { variable: null, path } };
}

/** A JSON file that is ours as a whole. */
export function ownJson(path: string, value: object): RegisteredFile {
  return { format: 'own-file', path, text: `${JSON.stringify(value, null, 2)}\n`, executable: false };
}

/** Settings of the person that list handlers by event, without groups around them. */
export function flatHooks(
  path: string,
  events: readonly RegisteredEvent[],
  more: (event: RegisteredEvent) => Readonly<Record<string, unknown>>,
): Extract<RegisteredFile, { format: 'hook-groups' }> {
  const entries = events.map((registered) => ({
    event: registered.event,
    isFlat: true as const,
    handler: { command: registered.command, ...more(registered) },
  }));
  return { format: 'hook-groups', path, entries };
}
