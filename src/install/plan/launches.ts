import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { SettingsScope } from '../../adapters/agent.ts';
import { type Dispatcher, packageAround } from '../dispatcher/dispatchers.ts';
import { insideProject, type InstallPlace } from '../places.ts';

/** As the settings will name it. */
export interface Registered extends Dispatcher {
  /** Works only where the same path exists: not for a file that a team shares. */
  machineBound: boolean;
}

/** The agent whose settings they are, and its project. */
export type AgentProject = Pick<InstallPlace, 'agent' | 'projectRoot'>;

/**
 * In the project's shared settings a dispatcher inside the project is named from there, and only what runs on every platform: the launcher, which starts
 * the native one where npm has installed it, else the bundle, by its own first line. Everywhere else the path is absolute.
 */
export function registeredIn(
  scope: SettingsScope,
  { agent, projectRoot }: AgentProject,
  found: readonly Dispatcher[],
): Registered[] {
  const { projectPlaceholder } = agent.registration;
  const bound = found.map((dispatcher) => ({ ...dispatcher, machineBound: true }));
  if (scope !== 'project' || projectPlaceholder === null || process.platform === 'win32') return bound;
  const bundle = found.find(({ kind }) => kind === 'node');
  const path = bundle === undefined ? null : insideProject(bundle.file, projectRoot);
  if (bundle === undefined || path === null) return bound;
  const shared = (dispatcher: Dispatcher, file: string): Registered => ({
    ...dispatcher,
    launch: { command: `${projectPlaceholder}/${file}`, args: [] },
    machineBound: false,
  });
  // The launcher starts what is first here.
  const [first = bundle] = found;
  const launcher = shared(first, `${dirname(path)}/${LAUNCHER}`);
  return existsSync(join(dirname(bundle.file), LAUNCHER)) ? [launcher, shared(bundle, path)] : [shared(bundle, path)];
}

/** `src/hook/dispatcher/launcher.sh`, as the build names it. */
const LAUNCHER = 'dispatcher';

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
