import { dirname, isAbsolute } from 'node:path';
import type { Scope } from '../../adapters/agent.ts';
import { type Dispatcher, packageAround } from '../dispatcher/dispatchers.ts';
import { insideProject, type Place } from '../places.ts';

/** As the settings will name it. */
export interface Registered extends Dispatcher {
  /** Works only where the same path exists: not for a file that a team shares. */
  machineBound: boolean;
}

/** The agent whose settings they are, and its project. */
export type AgentProject = Pick<Place, 'agent' | 'projectRoot'>;

/**
 * In the project's shared settings a dispatcher inside the project is named from there, and only the one that runs on every platform: the bundle, by its
 * own first line. Everywhere else the path is absolute.
 */
export function registeredIn(
  scope: Scope,
  { agent, projectRoot }: AgentProject,
  found: readonly Dispatcher[],
): Registered[] {
  const { projectPlaceholder } = agent.registration;
  const bound = found.map((dispatcher) => ({ ...dispatcher, machineBound: true }));
  if (scope !== 'project' || projectPlaceholder === null || process.platform === 'win32') return bound;
  const shared = found.flatMap((dispatcher): Registered[] => {
    const path = dispatcher.kind === 'node' ? insideProject(dispatcher.file, projectRoot) : null;
    if (path === null) return [];
    return [{ ...dispatcher, launch: { command: `${projectPlaceholder}/${path}`, args: [] }, machineBound: false }];
  });
  return shared.length > 0 ? shared : bound;
}

/** As the agent fills it in. */
export function expanded<D extends Dispatcher>(dispatcher: D, { agent, projectRoot }: AgentProject): D {
  const fill = (text: string) => agent.registration.fill(text, { project: projectRoot });
  const { command, args } = dispatcher.launch;
  return { ...dispatcher, launch: { command: fill(command), args: args.map(fill) } };
}

/** Ours, as far as the handler's words and the files it names tell. */
export function ownIn({ agent, projectRoot }: AgentProject): (handler: unknown) => boolean {
  const { isOwn, fill } = agent.registration;
  return (handler) =>
    isOwn(handler, (path) => {
      const full = fill(path, { project: projectRoot });
      return isAbsolute(full) && packageAround(dirname(full)) !== null;
    });
}
