import { dirname, isAbsolute } from 'node:path';
import { isOwnHandler } from '../../adapters/claude-code/own-handler.ts';
import { type Dispatcher, packageAround } from '../dispatcher/dispatchers.ts';
import { insideProject, type Scope } from '../places.ts';

/** As the settings will name it. */
export interface Registered extends Dispatcher {
  /** Works only where the same path exists: not for a file that a team shares. */
  machineBound: boolean;
}

const PROJECT = '${CLAUDE_PROJECT_DIR}';

/**
 * In the project's shared settings a dispatcher inside the project is named from there, and only the one that runs on every platform: the bundle, by its
 * own first line. Everywhere else the path is absolute.
 */
export function registeredIn(scope: Scope, projectRoot: string, found: readonly Dispatcher[]): Registered[] {
  const bound = found.map((dispatcher) => ({ ...dispatcher, machineBound: true }));
  if (scope !== 'project' || process.platform === 'win32') return bound;
  const shared = found.flatMap((dispatcher): Registered[] => {
    const path = dispatcher.kind === 'node' ? insideProject(dispatcher.file, projectRoot) : null;
    if (path === null) return [];
    return [{ ...dispatcher, launch: { command: `${PROJECT}/${path}`, args: [] }, machineBound: false }];
  });
  return shared.length > 0 ? shared : bound;
}

/** As the agent fills it in. */
export function expanded<D extends Dispatcher>(dispatcher: D, projectRoot: string): D {
  const fill = (text: string) => text.replaceAll(PROJECT, projectRoot);
  const { command, args } = dispatcher.launch;
  return { ...dispatcher, launch: { command: fill(command), args: args.map(fill) } };
}

/** Ours, as far as the handler's words and the files it names tell. */
export function ownIn(projectRoot: string): (handler: unknown) => boolean {
  return (handler) =>
    isOwnHandler(handler, (path) => {
      const full = path.replaceAll(PROJECT, projectRoot);
      return isAbsolute(full) && packageAround(dirname(full)) !== null;
    });
}
