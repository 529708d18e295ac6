import type { System } from '../../system/ports.ts';
import { dirname, isAbsolute, join } from 'node:path';
import { type Env, projectRootOf } from './locations.ts';

/** Where hookctl searches for the policies of a project. */
export interface PolicyPlace {
  projectRoot: string;
  /** The widest first. The project is always among them; the others hold a `.hookctl`. */
  directories: string[];
  /** Every directory that was searched. */
  searched: string[];
}

/**
 * Every `.hookctl` between where the agent works and the root of its repository, and between the project and the root of its repository: all of them are in
 * force. So a session that starts in a subdirectory has the rules of the repository, and a `.hookctl` further down removes no rule.
 */
export function policyPlace(
  system: System,
  env: Env,
  cwd: string | (() => string),
  named: NamedPlace = { project: null, started: null },
): PolicyPlace {
  const directory = typeof cwd === 'string' ? cwd : cwd();
  const projectRoot = projectRootOf(system, env, directory, named.project);
  return policyPlaceOf(system, projectRoot, directory, named.started ?? directory);
}

export interface NamedPlace {
  /** What the agent calls the project; null: it does not say. */
  project: string | null;
  /** Where the hook was started: some agents name the directory of the command, which may be elsewhere. */
  started: string | null;
}

export function policyPlaceOf(system: System, projectRoot: string, ...starts: string[]): PolicyPlace {
  const searched = new Set(upwards(system, projectRoot, projectRoot));
  for (const start of new Set(starts))
    if (isAbsolute(start) && start !== projectRoot)
      for (const directory of upwards(system, start, projectRoot)) searched.add(directory);
  const directories = [...searched].filter(
    (directory) => directory === projectRoot || system.files.exists(join(directory, '.hookctl')),
  );
  const widest = (a: string, b: string) => a.length - b.length;
  return { projectRoot, directories: directories.sort(widest), searched: [...searched].sort(widest) };
}

/** Paths nest deeper only in attacks. */
const MOST_LEVELS = 64;

/** From a directory to the root of its repository; outside of one to the project, if that is above it, else only the directory. */
function upwards(system: System, start: string, projectRoot: string): string[] {
  const passed: string[] = [];
  let toProject = 0;
  for (let directory = start; passed.length < MOST_LEVELS; directory = dirname(directory)) {
    passed.push(directory);
    if (directory === projectRoot) toProject = passed.length;
    if (system.files.exists(join(directory, '.git'))) return passed;
    if (dirname(directory) === directory) break;
  }
  return passed.slice(0, Math.max(1, toProject));
}
